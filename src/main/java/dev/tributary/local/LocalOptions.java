package dev.tributary.local;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What a {@link LocalStack} is to be.
 *
 * @param home the project's folder, with {@code target/local} in it
 * @param data where data is kept from one run to the next; empty for a folder that goes at the end,
 *     with DynamoDB in memory, which makes its writes several times faster
 * @param dynamoDbPort 0 for a free one, as with the other ports
 * @param openSearchLine 2 or 3
 * @param openSearchSettings added to the node's own, such as {@code http.max_content_length}
 * @param testControl whether DynamoDB's shards can be rolled and its time moved
 * @param servers which of them
 */
public record LocalOptions(
    Path home,
    Optional<Path> data,
    int dynamoDbPort,
    int openSearchPort,
    int s3Port,
    int openSearchLine,
    Map<String, String> openSearchSettings,
    boolean testControl,
    Set<LocalServer> servers) {

  public LocalOptions {
    home = home.toAbsolutePath().normalize();
    data = data.map(folder -> folder.toAbsolutePath().normalize());
    openSearchSettings = Map.copyOf(openSearchSettings);
    servers = Set.copyOf(servers);
    checkPort(dynamoDbPort);
    checkPort(openSearchPort);
    checkPort(s3Port);
    if (openSearchLine != 2 && openSearchLine != 3) {
      throw new IllegalArgumentException("OpenSearch comes as 2 or 3, not " + openSearchLine);
    }
  }

  /**
   * DynamoDB, OpenSearch 2 and S3 on free ports, nothing kept; the home is the launcher's or the
   * working directory.
   */
  public static LocalOptions defaults() {
    Path home = Path.of(Objects.requireNonNullElse(System.getProperty("tributary.home"), ""));
    return new LocalOptions(
        home,
        Optional.empty(),
        0,
        0,
        0,
        2,
        Map.of(),
        false,
        EnumSet.of(LocalServer.DYNAMODB, LocalServer.OPENSEARCH, LocalServer.S3));
  }

  public LocalOptions withHome(Path newHome) {
    return new LocalOptions(
        newHome,
        data,
        dynamoDbPort,
        openSearchPort,
        s3Port,
        openSearchLine,
        openSearchSettings,
        testControl,
        servers);
  }

  public LocalOptions withData(Path folder) {
    return new LocalOptions(
        home,
        Optional.of(folder),
        dynamoDbPort,
        openSearchPort,
        s3Port,
        openSearchLine,
        openSearchSettings,
        testControl,
        servers);
  }

  public LocalOptions withPorts(int dynamoDb, int openSearch, int s3) {
    return new LocalOptions(
        home,
        data,
        dynamoDb,
        openSearch,
        s3,
        openSearchLine,
        openSearchSettings,
        testControl,
        servers);
  }

  public LocalOptions withOpenSearchLine(int line) {
    return new LocalOptions(
        home,
        data,
        dynamoDbPort,
        openSearchPort,
        s3Port,
        line,
        openSearchSettings,
        testControl,
        servers);
  }

  public LocalOptions withOpenSearchSetting(String name, String value) {
    var settings = new HashMap<>(openSearchSettings);
    settings.put(name, value);
    return new LocalOptions(
        home,
        data,
        dynamoDbPort,
        openSearchPort,
        s3Port,
        openSearchLine,
        settings,
        testControl,
        servers);
  }

  public LocalOptions withTestControl() {
    return new LocalOptions(
        home,
        data,
        dynamoDbPort,
        openSearchPort,
        s3Port,
        openSearchLine,
        openSearchSettings,
        true,
        servers);
  }

  /** These servers and no others. */
  public LocalOptions withServers(LocalServer first, LocalServer... more) {
    return new LocalOptions(
        home,
        data,
        dynamoDbPort,
        openSearchPort,
        s3Port,
        openSearchLine,
        openSearchSettings,
        testControl,
        EnumSet.of(first, more));
  }

  private static void checkPort(int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("A port is 0 to 65535, not " + port);
    }
  }
}
