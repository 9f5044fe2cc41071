package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;

class DynamoDbLocalArnsTest {

  private static final String LOCAL =
      "arn:aws:dynamodb:ddblocal:000000000000:table/Places/stream/2026";
  private static final String REAL =
      "arn:aws:dynamodb:eu-west-1:000000000000:table/Places/stream/2026";
  private static final String ANOTHER_SERVERS =
      "arn:aws:dynamodb:eu-west-1:111122223333:table/Places/stream/2026";

  private final DynamoDbLocalArns arns = new DynamoDbLocalArns("eu-west-1");

  private SdkRequest sent(SdkRequest request) {
    return arns.modifyRequest(
        InterceptorContext.builder().request(request).build(), new ExecutionAttributes());
  }

  private SdkResponse received(SdkResponse response) {
    return arns.modifyResponse(
        InterceptorContext.builder()
            .request(DescribeTableRequest.builder().build())
            .response(response)
            .build(),
        new ExecutionAttributes());
  }

  private static DescribeTableResponse described(String arn) {
    return DescribeTableResponse.builder()
        .table(table -> table.tableName("Places").latestStreamArn(arn))
        .build();
  }

  private static DescribeStreamRequest describe(String arn) {
    return DescribeStreamRequest.builder().streamArn(arn).limit(7).build();
  }

  private static GetShardIteratorRequest iterator(String arn) {
    return GetShardIteratorRequest.builder().streamArn(arn).shardId("s").build();
  }

  @Test
  void aLocalArnBecomesOneOfARealRegion() {
    assertThat(received(described(LOCAL))).isEqualTo(described(REAL));
  }

  @Test
  void theLocalServerIsAskedByItsOwnArn() {
    assertThat(sent(describe(REAL))).isEqualTo(describe(LOCAL));
    assertThat(sent(iterator(REAL))).isEqualTo(iterator(LOCAL));
  }

  @Test
  void theArnsOfAnotherServerPassUntouched() {
    assertThat(sent(describe(ANOTHER_SERVERS))).isEqualTo(describe(ANOTHER_SERVERS));
    assertThat(sent(iterator(ANOTHER_SERVERS))).isEqualTo(iterator(ANOTHER_SERVERS));
    assertThat(received(described(ANOTHER_SERVERS))).isEqualTo(described(ANOTHER_SERVERS));
  }

  @Test
  void aTableWithoutAStreamAndAnyOtherAnswerPassUntouched() {
    assertThat(received(described(null))).isEqualTo(described(null));
    GetItemResponse other = GetItemResponse.builder().build();
    assertThat(received(other)).isSameAs(other);
    DescribeTableRequest request = DescribeTableRequest.builder().tableName("Places").build();
    assertThat(sent(request)).isSameAs(request);
  }
}
