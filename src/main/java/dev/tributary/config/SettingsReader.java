package dev.tributary.config;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a config file into {@link Settings}, or says everything that is wrong with it at once.
 *
 * <p>After a problem the reading goes on with a stand-in, so that the rest is checked too. No
 * stand-in is handed out: the problems are thrown before.
 */
public final class SettingsReader {
  private static final long MIB = 1L << 20;

  /**
   * @param environment what <code>${NAME}</code> in a value refers to
   * @throws InvalidConfigException with every problem of the file
   */
  public Settings read(Path file, Map<String, String> environment) {
    Problems problems = new Problems(file);
    Substitution variables = new Substitution(environment);
    Section root = Section.root(YamlFile.read(file, problems), variables, problems);
    Settings settings = settings(root, file, environment);
    root.reportUnknownKeys();
    // Last, since a mistyped key would make an entity look as if it said less.
    EntityChecks.report(root, settings);
    problems.throwIfAny();
    return settings;
  }

  /** Leaves the root knowing every key there is. */
  static Settings settings(Section root, Path file, Map<String, String> environment) {
    String application = application(root);
    Settings.Aws aws = aws(root.section("aws"));
    Section openSearch = root.section("opensearch");
    Section tables = root.section("tables");
    Section indexes = root.section("indexes");
    Section entities = root.section("entities");
    Section objects = root.section("objects");
    Section worker = root.section("worker");
    Section limits = root.section("limits");

    Routes routes = Routes.read(tables, indexes, entities, file);
    Settings.Worker readWorker = worker(worker, environment);
    Settings.OpenSearch readOpenSearch =
        OpenSearchReader.read(openSearch, file, readWorker.failover());
    checkTimeout(openSearch, readOpenSearch.requestTimeout(), worker, readWorker.failover());
    return new Settings(
        application,
        aws,
        readOpenSearch,
        routes.tables(),
        routes.entities(),
        routes.indexes(),
        ObjectsReader.read(objects),
        readWorker,
        limits(limits));
  }

  private static String application(Section root) {
    return root.required("application", "name this application, e.g. application: places")
        .flatMap(scalar -> scalar.name(NameRule.APPLICATION))
        .orElse("application");
  }

  private static Settings.Aws aws(Section aws) {
    return new Settings.Aws(
        aws.optional("region").flatMap(scalar -> scalar.name(NameRule.REGION)),
        aws.section("dynamodb").optional("endpoint").flatMap(HttpUrl::of));
  }

  private static Settings.Worker worker(Section worker, Map<String, String> environment) {
    return new Settings.Worker(
        worker
            .optional("id")
            .flatMap(scalar -> scalar.name(NameRule.WORKER))
            .orElseGet(() -> WorkerId.random(environment)),
        duration(worker, "failover", ofSeconds(10), ofSeconds(1)),
        worker
            .optional("poll")
            .flatMap(scalar -> scalar.duration(ZERO, ofMinutes(1)))
            .orElse(ofMillis(250)),
        duration(worker, "checkpoint", ofSeconds(2), ofMillis(100)),
        duration(worker, "drain", ofSeconds(20), ZERO),
        worker.optional("repairGaps").flatMap(Scalar::flag).orElse(false),
        worker
            .optional("repairReadUnitsPerSecond")
            .flatMap(scalar -> scalar.count(1, 100_000))
            .orElse(0),
        verification(worker),
        TellingReader.read(worker));
  }

  private static Optional<Settings.Verification> verification(Section worker) {
    boolean asked = worker.isMap("verify");
    Section verify = worker.section("verify");
    String mend = "say how much of the tables' capacity it may use, e.g. readUnitsPerSecond: 5";
    Optional<Scalar> units =
        asked ? verify.required("readUnitsPerSecond", mend) : verify.optional("readUnitsPerSecond");
    Settings.Verification read =
        new Settings.Verification(
            units.flatMap(scalar -> scalar.count(1, 100_000)).orElse(1),
            verify.optional("repair").flatMap(Scalar::flag).orElse(false));
    return asked ? Optional.of(read) : Optional.empty();
  }

  private static Duration duration(Section section, String key, Duration fallback, Duration least) {
    return section
        .optional(key)
        .flatMap(scalar -> scalar.duration(least, ofMinutes(10)))
        .orElse(fallback);
  }

  /** A bulk of a worker that lost its lease must be over before the shard's next owner starts. */
  private static void checkTimeout(
      Section openSearch, Duration timeout, Section worker, Duration failover) {
    boolean sound = openSearch.sound("requestTimeout") && worker.sound("failover");
    if (sound && timeout.compareTo(failover) >= 0) {
      openSearch.problem(
          "requestTimeout",
          "'%s' must be shorter than worker.failover (%s)"
              .formatted(Units.show(timeout), Units.show(failover)));
    }
  }

  private static Settings.Limits limits(Section limits) {
    long bulkBytes =
        limits.optional("bulkBytes").flatMap(scalar -> scalar.bytes(1, 90 * MIB)).orElse(MIB);
    int bulks = count(limits, "bulksInFlight", 2, 6);
    long bytesInFlight =
        limits
            .optional("bytesInFlight")
            .flatMap(scalar -> scalar.bytes(1, Long.MAX_VALUE))
            .orElse(bytesInFlight(bulkBytes, bulks, Runtime.getRuntime().maxMemory()));
    if (bulkBytes > bytesInFlight && limits.sound("bytesInFlight") && limits.sound("bulkBytes")) {
      limits.problem(
          "bulkBytes",
          "'%s' is more than limits.bytesInFlight (%s); a bulk is made of bytes in flight"
              .formatted(Units.show(bulkBytes), Units.show(bytesInFlight)));
    }
    return new Settings.Limits(
        bytesInFlight, bulkBytes, count(limits, "bulkActions", 5000, 100_000), bulks);
  }

  /**
   * Twice what may be under way to OpenSearch, so that the next bulks fill meanwhile: more would
   * only be more for the collector to carry. But no more than a small heap has room for, since a
   * document in flight takes twice its bytes.
   */
  static long bytesInFlight(long bulkBytes, int bulks, long heap) {
    return Math.max(bulkBytes, Math.min(2L * bulks * bulkBytes, heap / 4));
  }

  private static int count(Section section, String key, int fallback, int most) {
    return section.optional(key).flatMap(scalar -> scalar.count(1, most)).orElse(fallback);
  }
}
