package dev.tributary;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

/**
 * Imports point one way, and each library stays in the package that is there for it:
 *
 * <pre>
 * root → ops → backfill → sync → { stream → { table, document }, enrich, index } → config → entity → change
 * </pre>
 *
 * {@code explain} stands beside them, between the root and {@code sync}, and {@code chaos} and
 * {@code bench} between the root and what they try out. {@link ArchitectureBackEdgesTest} shows
 * that these rules can fail.
 */
@AnalyzeClasses(packages = "dev.tributary", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule IMPORTS_POINT_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.tributary..")
          .withOptionalLayers(true)
          .layer("root")
          .definedBy("dev.tributary")
          .layer("explain")
          .definedBy("dev.tributary.explain..")
          .layer("ops")
          .definedBy("dev.tributary.ops..")
          .layer("local")
          .definedBy("dev.tributary.local..")
          .layer("chaos")
          .definedBy("dev.tributary.chaos..")
          .layer("bench")
          .definedBy("dev.tributary.bench..")
          .layer("backfill")
          .definedBy("dev.tributary.backfill..")
          .layer("sync")
          .definedBy("dev.tributary.sync..")
          .layer("stream")
          .definedBy("dev.tributary.stream..")
          .layer("document")
          .definedBy("dev.tributary.document..")
          .layer("enrich")
          .definedBy("dev.tributary.enrich..")
          .layer("index")
          .definedBy("dev.tributary.index..")
          .layer("table")
          .definedBy("dev.tributary.table..")
          .layer("change")
          .definedBy("dev.tributary.change..")
          .layer("config")
          .definedBy("dev.tributary.config..")
          .layer("entity")
          .definedBy("dev.tributary.entity..")
          .whereLayer("explain")
          .mayOnlyAccessLayers("sync", "document", "enrich", "change", "entity", "config")
          .whereLayer("chaos")
          .mayOnlyAccessLayers(
              "local",
              "backfill",
              "document",
              "enrich",
              "index",
              "table",
              "change",
              "entity",
              "config")
          .whereLayer("bench")
          .mayOnlyAccessLayers(
              "local",
              "ops",
              "backfill",
              "sync",
              "stream",
              "document",
              "enrich",
              "index",
              "table",
              "change",
              "entity",
              "config")
          .whereLayer("ops")
          .mayOnlyAccessLayers(
              "backfill",
              "sync",
              "stream",
              "document",
              "enrich",
              "index",
              "table",
              "change",
              "entity",
              "config")
          .whereLayer("backfill")
          .mayOnlyAccessLayers(
              "sync",
              "stream",
              "document",
              "enrich",
              "index",
              "table",
              "change",
              "entity",
              "config")
          .whereLayer("sync")
          .mayOnlyAccessLayers(
              "stream", "document", "enrich", "index", "table", "change", "entity", "config")
          .whereLayer("stream")
          .mayOnlyAccessLayers("table", "document", "change", "entity", "config")
          .whereLayer("document")
          .mayOnlyAccessLayers("change", "entity", "config")
          .whereLayer("enrich")
          .mayOnlyAccessLayers("change", "entity", "config")
          .whereLayer("index")
          .mayOnlyAccessLayers("change", "entity", "config")
          .whereLayer("local")
          .mayOnlyAccessLayers("change", "entity", "config")
          .whereLayer("table")
          .mayOnlyAccessLayers("change", "entity", "config")
          .whereLayer("change")
          .mayNotAccessAnyLayer()
          .whereLayer("config")
          .mayOnlyAccessLayers("entity", "change")
          .whereLayer("entity")
          .mayOnlyAccessLayers("change")
          .ensureAllClassesAreContainedInArchitecture();

  @ArchTest
  static final ArchRule ONLY_STREAM_KNOWS_KCL =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.stream..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "software.amazon.kinesis..", "com.amazonaws.services.dynamodbv2.streamsadapter..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ONLY_INDEX_KNOWS_OPENSEARCH =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.index..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.opensearch..", "org.apache.hc..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ONLY_ENRICH_KNOWS_JTS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.enrich..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.locationtech..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule GEOMETRY_USES_JTS_AND_A_JSON_PARSER =
      onlyUses(
          "dev.tributary.enrich.geometry..",
          "java..",
          "com.fasterxml.jackson.core..",
          "org.locationtech.jts..",
          "dev.tributary..");

  @ArchTest
  static final ArchRule ONLY_ENRICH_KNOWS_S3_AND_SQS =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.enrich..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "software.amazon.awssdk.services.s3..", "software.amazon.awssdk.services.sqs..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule ONLY_OPS_KNOWS_MICROMETER =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.tributary.ops..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.micrometer..", "io.prometheus..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule THE_AWS_SDK_STAYS_AT_THE_EDGES =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.tributary",
              "dev.tributary.bench..",
              "dev.tributary.chaos..",
              "dev.tributary.stream..",
              "dev.tributary.table..",
              "dev.tributary.enrich..",
              "dev.tributary.index..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("software.amazon.awssdk..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule CHANGE_USES_THE_JDK_ALONE =
      onlyUses("dev.tributary.change..", "java..", "dev.tributary..");

  @ArchTest
  static final ArchRule ENTITY_USES_THE_JDK_ALONE =
      onlyUses("dev.tributary.entity..", "java..", "dev.tributary..");

  @ArchTest
  static final ArchRule CONFIG_USES_THE_JDK_AND_A_YAML_READER =
      onlyUses("dev.tributary.config..", "java..", "org.snakeyaml.engine..", "dev.tributary..");

  @ArchTest
  static final ArchRule LOCAL_USES_THE_JDK_AND_LOGGING =
      onlyUses(
          "dev.tributary.local..",
          "java..",
          "javax..",
          "jdk..",
          "com.sun.net.httpserver..",
          "org.slf4j..",
          "dev.tributary..");

  @ArchTest
  static final ArchRule DOCUMENT_USES_THE_JDK_AND_A_JSON_WRITER =
      onlyUses(
          "dev.tributary.document..", "java..", "com.fasterxml.jackson.core..", "dev.tributary..");

  @ArchTest
  static final ArchRule DOCUMENT_DOES_NO_IO =
      noClasses()
          .that()
          .resideInAPackage("dev.tributary.document..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.net..", "java.nio.file..", "java.nio.channels..", "java.util.concurrent..")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule DOCUMENT_READS_NO_CLOCK =
      noClasses()
          .that()
          .resideInAPackage("dev.tributary.document..")
          .should()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .allowEmptyShould(true);

  /** Which of our own packages it may use is said once, by the layers. */
  private static ArchRule onlyUses(String ours, String... allowed) {
    return noClasses()
        .that()
        .resideInAPackage(ours)
        .should()
        .dependOnClassesThat(not(resideInAnyPackage(allowed)))
        .allowEmptyShould(true);
  }
}
