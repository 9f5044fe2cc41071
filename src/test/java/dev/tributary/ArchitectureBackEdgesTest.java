package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of {@link ArchitectureTest} are tried on planted edges: two classes compiled for the
 * purpose, in packages named as ours are, one with a field of the other's type.
 */
final class ArchitectureBackEdgesTest {

  private static final String ROOT = "dev.tributary";

  private static final List<String> PACKAGES =
      List.of(
          "",
          "explain",
          "ops",
          "local",
          "chaos",
          "bench",
          "backfill",
          "sync",
          "stream",
          "document",
          "enrich",
          "enrich.geometry",
          "index",
          "table",
          "change",
          "config",
          "entity",
          "unheardof");

  private static final List<String> LIBRARIES =
      List.of(
          "software.amazon.kinesis.Planted",
          "com.amazonaws.services.dynamodbv2.streamsadapter.model.Planted",
          "software.amazon.awssdk.Planted",
          "software.amazon.awssdk.services.s3.Planted",
          "software.amazon.awssdk.services.sqs.Planted",
          "org.opensearch.client.Planted",
          "org.apache.hc.core5.Planted",
          "org.locationtech.jts.Planted",
          "com.fasterxml.jackson.core.Planted",
          "com.fasterxml.jackson.databind.Planted",
          "org.snakeyaml.engine.v2.Planted",
          "org.slf4j.Planted",
          "io.micrometer.core.Planted",
          "io.prometheus.metrics.Planted",
          "picocli.Planted");

  private static final List<String> OF_THE_JDK =
      List.of("java.net.URI", "java.nio.file.Path", "java.time.Clock", "java.time.Instant");

  @TempDir static Path folder;

  /** Every edge there could be, compiled at once: a compiler for each would take far longer. */
  @BeforeAll
  static void plantAllEdges() throws IOException {
    List<String> planted = new ArrayList<>(LIBRARIES);
    PACKAGES.forEach(
        name -> planted.add(name.isEmpty() ? ROOT + ".Planted" : ROOT + "." + name + ".Planted"));
    List<String> arguments =
        new ArrayList<>(List.of("-proc:none", "-cp", "", "-d", folder.toString()));
    for (String target : planted) {
      arguments.add(source(target, "").toString());
    }
    List<String> usable = new ArrayList<>(planted);
    usable.addAll(OF_THE_JDK);
    for (String from : PACKAGES) {
      for (String used : usable) {
        arguments.add(source(classNamed(from, used), used + " used;").toString());
      }
    }
    int exit =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(exit).isZero();
  }

  @ParameterizedTest(name = "{0} uses {1}")
  @CsvSource({
    "change, document.Planted",
    "change, config.Planted",
    "change, entity.Planted",
    "entity, config.Planted",
    "config, document.Planted",
    "table, stream.Planted",
    "table, index.Planted",
    "stream, sync.Planted",
    "document, stream.Planted",
    "document, enrich.Planted",
    "document, index.Planted",
    "document, table.Planted",
    "enrich, document.Planted",
    "enrich, table.Planted",
    "index, document.Planted",
    "index, table.Planted",
    "sync, backfill.Planted",
    "sync, ops.Planted",
    "backfill, ops.Planted",
    "backfill, local.Planted",
    "ops, local.Planted",
    "ops, Planted",
    "local, sync.Planted",
    "local, chaos.Planted",
    "chaos, sync.Planted",
    "chaos, stream.Planted",
    "backfill, chaos.Planted",
    "bench, Planted",
    "bench, chaos.Planted",
    "chaos, bench.Planted",
    "stream, bench.Planted",
    "ops, bench.Planted",
    "explain, table.Planted",
    "document, explain.Planted",
    "sync, explain.Planted",
    "change, Planted",
    "unheardof, change.Planted",
  })
  void anImportAgainstTheDirectionFails(String from, String to) {
    assertThat(isKept(ArchitectureTest.IMPORTS_POINT_ONE_WAY, edge(from, "dev.tributary." + to)))
        .isFalse();
  }

  @ParameterizedTest(name = "{0} uses {1}")
  @CsvSource({
    "ops, backfill.Planted",
    "ops, change.Planted",
    "backfill, sync.Planted",
    "backfill, index.Planted",
    "sync, stream.Planted",
    "sync, document.Planted",
    "sync, enrich.Planted",
    "sync, index.Planted",
    "sync, table.Planted",
    "stream, table.Planted",
    "stream, document.Planted",
    "document, change.Planted",
    "document, config.Planted",
    "document, entity.Planted",
    "config, entity.Planted",
    "entity, change.Planted",
    "table, change.Planted",
    "local, config.Planted",
    "'', explain.Planted",
    "explain, document.Planted",
    "'', ops.Planted",
    "'', local.Planted",
    "'', chaos.Planted",
    "chaos, local.Planted",
    "chaos, backfill.Planted",
    "'', bench.Planted",
    "bench, local.Planted",
    "bench, ops.Planted",
    "bench, stream.Planted",
  })
  void anImportInTheDirectionPasses(String from, String to) {
    JavaClasses planted = edge(from, "dev.tributary." + to);

    for (ArchRule rule : allRules()) {
      assertThat(isKept(rule, planted)).as(rule.getDescription()).isTrue();
    }
  }

  @ParameterizedTest(name = "{0} uses {1}")
  @CsvSource({
    "sync, software.amazon.kinesis.Planted",
    "'', software.amazon.kinesis.Planted",
    "table, com.amazonaws.services.dynamodbv2.streamsadapter.model.Planted",
    "sync, org.opensearch.client.Planted",
    "'', org.opensearch.client.Planted",
    "chaos, org.opensearch.client.Planted",
    "bench, org.opensearch.client.Planted",
    "bench, software.amazon.kinesis.Planted",
    "stream, org.apache.hc.core5.Planted",
    "'', org.locationtech.jts.Planted",
    "document, org.locationtech.jts.Planted",
    "enrich.geometry, software.amazon.awssdk.Planted",
    "enrich.geometry, com.fasterxml.jackson.databind.Planted",
    "table, software.amazon.awssdk.services.s3.Planted",
    "'', software.amazon.awssdk.services.s3.Planted",
    "'', software.amazon.awssdk.services.sqs.Planted",
    "sync, software.amazon.awssdk.Planted",
    "backfill, software.amazon.awssdk.Planted",
    "ops, software.amazon.awssdk.Planted",
    "document, software.amazon.awssdk.Planted",
    "sync, io.micrometer.core.Planted",
    "'', io.micrometer.core.Planted",
    "index, io.prometheus.metrics.Planted",
    "change, com.fasterxml.jackson.core.Planted",
    "config, com.fasterxml.jackson.core.Planted",
    "entity, com.fasterxml.jackson.core.Planted",
    "document, com.fasterxml.jackson.databind.Planted",
    "document, org.slf4j.Planted",
    "local, picocli.Planted",
    "document, java.net.URI",
    "document, java.nio.file.Path",
    "document, java.time.Clock",
  })
  void aLibraryOutsideItsPackageFails(String from, String to) {
    JavaClasses planted = edge(from, to);

    assertThat(allRules()).as("some rule is broken").anyMatch(rule -> !isKept(rule, planted));
  }

  @ParameterizedTest(name = "{0} uses {1}")
  @CsvSource({
    "stream, software.amazon.kinesis.Planted",
    "stream, software.amazon.awssdk.Planted",
    "table, software.amazon.awssdk.Planted",
    "enrich, software.amazon.awssdk.Planted",
    "enrich, software.amazon.awssdk.services.s3.Planted",
    "enrich, software.amazon.awssdk.services.sqs.Planted",
    "index, software.amazon.awssdk.Planted",
    "chaos, software.amazon.awssdk.Planted",
    "bench, software.amazon.awssdk.Planted",
    "index, org.opensearch.client.Planted",
    "index, org.apache.hc.core5.Planted",
    "enrich, org.locationtech.jts.Planted",
    "enrich.geometry, org.locationtech.jts.Planted",
    "'', software.amazon.awssdk.Planted",
    "ops, io.micrometer.core.Planted",
    "config, org.snakeyaml.engine.v2.Planted",
    "local, org.slf4j.Planted",
    "document, com.fasterxml.jackson.core.Planted",
    "document, java.time.Instant",
  })
  void aLibraryInItsPackagePasses(String from, String to) {
    JavaClasses planted = edge(from, to);

    for (ArchRule rule : allRules()) {
      assertThat(isKept(rule, planted)).as(rule.getDescription()).isTrue();
    }
  }

  private static boolean isKept(ArchRule rule, JavaClasses classes) {
    return !rule.evaluate(classes).hasViolation();
  }

  private static List<ArchRule> allRules() {
    return List.of(
        ArchitectureTest.IMPORTS_POINT_ONE_WAY,
        ArchitectureTest.ONLY_STREAM_KNOWS_KCL,
        ArchitectureTest.ONLY_INDEX_KNOWS_OPENSEARCH,
        ArchitectureTest.ONLY_ENRICH_KNOWS_JTS,
        ArchitectureTest.GEOMETRY_USES_JTS_AND_A_JSON_PARSER,
        ArchitectureTest.ONLY_ENRICH_KNOWS_S3_AND_SQS,
        ArchitectureTest.ONLY_OPS_KNOWS_MICROMETER,
        ArchitectureTest.THE_AWS_SDK_STAYS_AT_THE_EDGES,
        ArchitectureTest.CHANGE_USES_THE_JDK_ALONE,
        ArchitectureTest.ENTITY_USES_THE_JDK_ALONE,
        ArchitectureTest.CONFIG_USES_THE_JDK_AND_A_YAML_READER,
        ArchitectureTest.LOCAL_USES_THE_JDK_AND_LOGGING,
        ArchitectureTest.DOCUMENT_USES_THE_JDK_AND_A_JSON_WRITER,
        ArchitectureTest.DOCUMENT_DOES_NO_IO,
        ArchitectureTest.DOCUMENT_READS_NO_CLOCK);
  }

  /** Of all that was compiled, reads the two classes of this edge, as far as they are ours. */
  private static JavaClasses edge(String from, String used) {
    List<Path> classes = new ArrayList<>(List.of(file(classNamed(from, used), ".class")));
    if (used.startsWith(ROOT)) {
      classes.add(file(used, ".class"));
    }
    return new ClassFileImporter().importPaths(classes);
  }

  private static String classNamed(String from, String used) {
    String home = from.isEmpty() ? ROOT : ROOT + "." + from;
    return home + ".Uses_" + used.replace('.', '_');
  }

  private static Path source(String className, String text) throws IOException {
    int dot = className.lastIndexOf('.');
    Path file = file(className, ".java");
    Files.createDirectories(file.getParent());
    String name = className.substring(dot + 1);
    return Files.writeString(
        file,
        "package %s; public class %s {%s}".formatted(className.substring(0, dot), name, text));
  }

  private static Path file(String className, String ending) {
    return folder.resolve(className.replace('.', '/') + ending);
  }
}
