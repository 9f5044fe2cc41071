package dev.tributary.local;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
 */
public record LocalOptions(
    Path home,
    Optional<Path> data,
    int dynamoDbPort,
    int openSearchPort,
    int s3Port,
    int openSearchLine,
    Map<String, String> openSearchSettings,
    boolean testControl) {

  public LocalOptions {
    home = home.toAbsolutePath().normalize();
    data = data.map(folder -> folder.toAbsolutePath().normalize());
    openSearchSettings = Map.copyOf(openSearchSettings);
    checkPort(dynamoDbPort);
    checkPort(openSearchPort);
    checkPort(s3Port);
    if (openSearchLine != 2 && openSearchLine != 3) {
      throw new IllegalArgumentException("OpenSearch comes as 2 or 3, not " + openSearchLine);
    }
  }

  /**
   * Free ports, nothing kept, OpenSearch 2; the home is the launcher's or the working directory.
   */
  public static LocalOptions defaults() {
    Path home = Path.of(Objects.requireNonNullElse(System.getProperty("tributary.home"), ""));
    return new LocalOptions(home, Optional.empty(), 0, 0, 0, 2, Map.of(), false);
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
        testControl);
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
        testControl);
  }

  public LocalOptions withPorts(int dynamoDb, int openSearch, int s3) {
    return new LocalOptions(
        home, data, dynamoDb, openSearch, s3, openSearchLine, openSearchSettings, testControl);
  }

  public LocalOptions withOpenSearchLine(int line) {
    return new LocalOptions(
        home, data, dynamoDbPort, openSearchPort, s3Port, line, openSearchSettings, testControl);
  }

  public LocalOptions withOpenSearchSetting(String name, String value) {
    var settings = new HashMap<>(openSearchSettings);
    settings.put(name, value);
    return new LocalOptions(
        home, data, dynamoDbPort, openSearchPort, s3Port, openSearchLine, settings, testControl);
  }

  public LocalOptions withTestControl() {
    return new LocalOptions(
        home, data, dynamoDbPort, openSearchPort, s3Port, openSearchLine, openSearchSettings, true);
  }

  private static void checkPort(int port) {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("A port is 0 to 65535, not " + port);
    }
  }
}
