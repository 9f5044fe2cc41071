package dev.tributary.local;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An image of a server, and what its containers are told, so that they are what {@link Recipes}
 * makes of a process.
 *
 * @param port in the container
 * @param command empty for the image's own
 * @param files by their paths in the container
 * @param readyPath as in {@link Recipe}
 */
record Image(
    String name,
    int port,
    Map<String, String> environment,
    List<String> command,
    Map<String, String> files,
    String readyPath) {

  /** The official one, or the one that a system property such as {@code image.opensearch} names. */
  static Image of(LocalServer server, LocalOptions options) {
    String name = System.getProperty("image." + server.fileName(), official(server));
    return switch (server) {
      case DYNAMODB ->
          new Image(
              name,
              8000,
              Map.of(),
              List.of("-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb", "-disableTelemetry"),
              Map.of(),
              "/");
      case OPENSEARCH ->
          new Image(
              name,
              9200,
              openSearch(options.openSearchSettings()),
              List.of(),
              Map.of(),
              "/_cluster/health?wait_for_status=yellow&timeout=1s");
      case S3 ->
          new Image(
              name,
              80,
              Map.of(
                  "S3PROXY_ENDPOINT", "http://0.0.0.0:80",
                  "S3PROXY_AUTHORIZATION", "aws-v2-or-v4",
                  "S3PROXY_IDENTITY", LocalStack.ACCESS_KEY,
                  "S3PROXY_CREDENTIAL", LocalStack.SECRET_KEY,
                  "S3PROXY_IGNORE_UNKNOWN_HEADERS", "true",
                  "JCLOUDS_PROVIDER", "filesystem-nio2",
                  "JCLOUDS_FILESYSTEM_BASEDIR", "/data"),
              List.of(),
              Map.of(),
              "/");
      case SQS ->
          new Image(
              name,
              9324,
              Map.of(),
              List.of(),
              Map.of(
                  "/opt/elasticmq.conf",
                  """
                  include classpath("application.conf")
                  rest-sqs {bind-hostname = "0.0.0.0", bind-port = 9324}
                  # Queues are at the address that a request came to.
                  node-address {host = "*"}
                  rest-stats.enabled = false
                  """),
              "/");
    };
  }

  static String official(LocalServer server) {
    return switch (server) {
      case DYNAMODB -> "amazon/dynamodb-local:2.6.1";
      case OPENSEARCH -> "opensearchproject/opensearch:2.19.6";
      case S3 -> "andrewgaul/s3proxy:4.1.1";
      case SQS -> "softwaremill/elasticmq-native:1.6.16";
    };
  }

  /** The official image takes settings as variables of the environment. */
  private static Map<String, String> openSearch(Map<String, String> settings) {
    Map<String, String> environment = new HashMap<>(settings);
    environment.put("discovery.type", "single-node");
    environment.put("DISABLE_SECURITY_PLUGIN", "true");
    environment.put("DISABLE_INSTALL_DEMO_CONFIG", "true");
    environment.put("DISABLE_PERFORMANCE_ANALYZER_AGENT_CLI", "true");
    environment.put("cluster.routing.allocation.disk.threshold_enabled", "false");
    environment.put("OPENSEARCH_JAVA_OPTS", "-Xms512m -Xmx512m");
    return environment;
  }
}
