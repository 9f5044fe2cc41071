package dev.tributary.config;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A config file in a folder of its own, with {@code mapping.json} and {@code ca.pem} beside it. */
final class ConfigFile {
  static final String MINIMAL =
      """
      application: places
      opensearch:
        url: http://localhost:9200
      tables:
        places:
          key:
            pk: PK
      indexes:
        places:
      entities:
        place:
          table: places
          index: places
      """;

  /** Every key, and no value that is a default. */
  static final String FULL =
      """
      application: geo
      aws:
        region: eu-central-1
        dynamodb:
          endpoint: http://localhost:8000
      opensearch:
        url: https://search.example:9200
        username: admin
        password: hunter2
        signing: none
        requestTimeout: 7s
        certificates: ca.pem
      tables:
        places:
          name: places-dev
          key:
            pk: PK
            sk: SK
        users: {key: {pk: id}}
      indexes:
        place-index:
          mapping: mapping.json
          preserve: [embedding]
        users:
      worker:
        id: worker-1
        failover: 20s
        poll: 1s
        checkpoint: 3s
        drain: 1m
        repairGaps: true
        verify:
          readUnitsPerSecond: 7
          repair: true
        http:
          port: 9464
          bind: 0.0.0.0
        metrics:
          emf: 90s
        repairReadUnitsPerSecond: 50
      limits:
        bytesInFlight: 32MiB
        bulkBytes: 1MiB
        bulkActions: 500
        bulksInFlight: 3
      entities:
        user:
          table: users
          index: users
        place:
          table: places
          index: place-index
          key:
            pk: PLACE#{placeId}
            sk: PLACE
          where:
            kind: place
            status: [open, 1, true]
            admin.country:
              equals: MX
            admin.city:
              in: [Cancún, Tulum]
            loc:
              exists: true
            hidden:
              absent: true
            source:
              prefix: wiki
          unless:
            isDeleted: true
          include: [name, loc, admin.*]
          exclude: [GSI*, admin.secret]
          flatten: [ext_ids]
          rename:
            loc: position.point
          fields:
            type:
              value: place
            expires:
              from: TTL
              as: date
              onError: omit
            point:
              lat: loc.lat
              lon: loc.lon
            title:
              join: [name, admin.city]
              with: ", "
          geometry:
            outline:
              field: shape
              envelope: box
              centroid: center
              swapped: repair
          objects:
            boundaryUrl:
              geometry: shape
              envelope: frame
              centroid: middle
              swapped: keep
            asset_url:
              json: [dialogs, speech]
            words_url:
              json:
                gist: summary.summary
                words: keywords.word
            textUrl:
              text: body
          id: escaped
          clash: accepted
      objects:
        buckets:
          geo:
            name: geo-boundaries
            prefixes: [boundaries/, v2/]
            region: ca-central-1
            endpoint: http://localhost:9090
            pathStyle: false
            urls: [https://assets.example.org/geo, http://cdn.example]
            profile: r2
          articles:
        limits:
          bytes: 2MiB
          expandedBytes: 12MiB
          ratio: 50
          depth: 16
          vertices: 5000
          time: 5s
        concurrency: 4
        bytesInFlight: 8MiB
        cache: 0
        giveUp: 6h
        events:
          queue: https://sqs.example/123456789012/objects
          region: us-east-1
          endpoint: http://localhost:9324
          again: 5m
      """;

  private final Path file;

  ConfigFile(Path folder) {
    file = folder.resolve("config.yml");
    try {
      Files.writeString(folder.resolve("mapping.json"), "{}");
      Files.copy(
          Path.of("src/test/resources/tls/ca.pem"), folder.resolve("ca.pem"), REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return file;
  }

  Settings read(String yaml, Map<String, String> environment) {
    try {
      Files.writeString(file, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new SettingsReader().read(file, environment);
  }

  Settings read(String yaml) {
    return read(yaml, Map.of());
  }

  /** As a person sees them, less the folder that is another one in each test. */
  List<String> problems(String yaml, Map<String, String> environment) {
    InvalidConfigException e =
        catchThrowableOfType(InvalidConfigException.class, () -> read(yaml, environment));
    return e == null ? List.of() : printed(e);
  }

  List<String> problems(String yaml) {
    return problems(yaml, Map.of());
  }

  /** Replaces text that must be there, so that no test changes nothing unnoticed. */
  static String with(String yaml, String written, String instead) {
    if (!yaml.contains(written)) {
      throw new IllegalArgumentException("not in the file: " + written);
    }
    return yaml.replace(written, instead);
  }

  List<String> printed(InvalidConfigException e) {
    return e.getMessage().lines().map(line -> line.replace(file.getParent() + "/", "")).toList();
  }
}
