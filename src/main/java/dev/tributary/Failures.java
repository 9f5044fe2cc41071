package dev.tributary;

import dev.tributary.config.Settings;
import java.net.ConnectException;
import java.net.UnknownHostException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** Says in one line what is wrong with AWS, and how to mend it. */
final class Failures {
  private Failures() {}

  static String describe(SdkException failure, Settings.Aws aws) {
    String where = aws.dynamoDbEndpoint().map(uri -> "DynamoDB at " + uri).orElse("DynamoDB");
    String message = String.valueOf(failure.getMessage());
    if (message.contains("Unable to load credentials")) {
      return "no AWS credentials found; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give"
          + " the task a role";
    }
    if (failure instanceof AwsServiceException service && service.awsErrorDetails() != null) {
      String code = service.awsErrorDetails().errorCode();
      String detail = service.awsErrorDetails().errorMessage();
      return where
          + " refuses: "
          + code
          + (detail == null ? "" : ": " + detail)
          + (service.statusCode() == 400 && isAboutIdentity(code)
              ? "; check the credentials and their policy"
              : "");
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
        return where
            + " does not answer ("
            + cause.getMessage()
            + "); check aws.dynamodb.endpoint,"
            + " the region and the network";
      }
    }
    return where + ": " + message.lines().findFirst().orElse(failure.toString());
  }

  private static boolean isAboutIdentity(String code) {
    return code != null
        && (code.contains("AccessDenied")
            || code.contains("UnrecognizedClient")
            || code.contains("Signature")
            || code.contains("Token"));
  }
}
