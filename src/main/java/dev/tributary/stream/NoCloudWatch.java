package dev.tributary.stream;

import software.amazon.awssdk.services.cloudwatch.CloudWatchAsyncClient;

/** KCL insists on a client for its own metrics, which are switched off here. */
final class NoCloudWatch implements CloudWatchAsyncClient {

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
