package dev.tributary.table;

import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;

/**
 * Lets DynamoDB Local stand in for AWS. Its stream ARNs carry the region {@code ddblocal}, which
 * the streams adapter takes for an error: so ARNs are turned into ones of a real region as they
 * come in, and back as they go out. Used only with an endpoint of one's own; other ARNs pass
 * untouched.
 */
final class DynamoDbLocalArns implements ExecutionInterceptor {

  private static final String LOCAL = ":dynamodb:ddblocal:";

  private final String real;

  DynamoDbLocalArns(String region) {
    this.real = ":dynamodb:" + region + ":";
  }

  @Override
  public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
    SdkRequest request = context.request();
    if (request instanceof DescribeStreamRequest describe) {
      return describe.toBuilder().streamArn(outgoing(describe.streamArn())).build();
    }
    if (request instanceof GetShardIteratorRequest iterator) {
      return iterator.toBuilder().streamArn(outgoing(iterator.streamArn())).build();
    }
    return request;
  }

  @Override
  public SdkResponse modifyResponse(
      Context.ModifyResponse context, ExecutionAttributes attributes) {
    if (context.response() instanceof DescribeTableResponse described
        && described.table().latestStreamArn() != null) {
      String arn = described.table().latestStreamArn().replace(LOCAL, real);
      return described.toBuilder()
          .table(described.table().toBuilder().latestStreamArn(arn).build())
          .build();
    }
    return context.response();
  }

  private String outgoing(String arn) {
    // An account of zeros is DynamoDB Local's; any other server with an endpoint keeps its ARNs.
    return arn.replace(real + "000000000000:", LOCAL + "000000000000:");
  }
}
