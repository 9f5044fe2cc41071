package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

class FailuresTest {

  private static final Settings.Aws AWS = new Settings.Aws(Optional.empty(), Optional.empty());
  private static final Settings.Aws LOCAL =
      new Settings.Aws(Optional.empty(), Optional.of(URI.create("http://localhost:8000")));

  private static SdkException refusal(String code, String message) {
    return DynamoDbException.builder()
        .statusCode(400)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
        .build();
  }

  private static SdkException client(String message, Throwable cause) {
    return SdkClientException.builder().message(message).cause(cause).build();
  }

  @Test
  void missingCredentialsSayWhereToPutThem() {
    assertThat(Failures.describe(client("Unable to load credentials from any of …", null), AWS))
        .isEqualTo(
            "no AWS credentials found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give"
                + " the task a role");
  }

  @Test
  void aRefusalNamesItsCode() {
    assertThat(Failures.describe(refusal("ValidationException", "a bad name"), AWS))
        .isEqualTo("DynamoDB refuses: ValidationException: a bad name");
    assertThat(Failures.describe(refusal("ValidationException", null), AWS))
        .isEqualTo("DynamoDB refuses: ValidationException");
  }

  @Test
  void aRefusalOfWhoIsAskingPointsToTheCredentials() {
    for (String code :
        new String[] {
          "AccessDeniedException",
          "UnrecognizedClientException",
          "InvalidSignatureException",
          "ExpiredTokenException"
        }) {
      assertThat(Failures.describe(refusal(code, "no"), AWS))
          .isEqualTo("DynamoDB refuses: " + code + ": no; check the credentials and their policy");
    }
  }

  @Test
  void aServerThatDoesNotAnswerIsNamedHoweverDeepTheCauseIs() {
    SdkException refused =
        client("Unable to execute HTTP request", new RuntimeException(new ConnectException("no")));
    assertThat(Failures.describe(refused, LOCAL))
        .isEqualTo(
            "DynamoDB at http://localhost:8000 does not answer (no); check aws.dynamodb.endpoint,"
                + " the region and the network");
    assertThat(Failures.describe(client("x", new UnknownHostException("nowhere")), AWS))
        .startsWith("DynamoDB does not answer (nowhere)");
  }

  @Test
  void anythingElseIsOneLine() {
    assertThat(Failures.describe(client("first\nsecond", null), AWS)).isEqualTo("DynamoDB: first");
    assertThat(Failures.describe(client("", null), AWS)).startsWith("DynamoDB: ");
    assertThat(Failures.describe(client(null, null), AWS)).startsWith("DynamoDB: ");
  }
}
