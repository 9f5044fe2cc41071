package dev.tributary.local;

/** The servers of a {@link LocalStack}. */
public enum LocalServer {
  DYNAMODB("DynamoDB", "dynamodb"),
  OPENSEARCH("OpenSearch", "opensearch"),
  S3("S3", "s3"),

  /** Only where it is asked for. */
  SQS("SQS", "sqs");

  private final String title;
  private final String fileName;

  LocalServer(String title, String fileName) {
    this.title = title;
    this.fileName = fileName;
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  /** What its files are called. */
  String fileName() {
    return fileName;
  }
}
