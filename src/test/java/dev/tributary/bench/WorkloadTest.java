package dev.tributary.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class WorkloadTest {

  static List<Workload> all() {
    return List.of(
        Workload.mixed(100),
        Workload.mixed(100, 3),
        Workload.hotKeys(100),
        Workload.geometry(100),
        Workload.wide(20));
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyChangeIsTheSameEveryTime(Workload workload) {
    for (long number = 0; number < workload.changes(); number++) {
      assertThat(workload.at().apply(number)).isEqualTo(workload.at().apply(number));
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void aWorkerTakesItsConfig(Workload workload, @TempDir Path folder) throws IOException {
    try (InputStream mapping = Workload.class.getResourceAsStream("/bench/" + workload.mapping())) {
      Files.copy(mapping, folder.resolve(workload.mapping()));
    }
    Config config =
        Config.of("tried", List.of("one", "two"), workload)
            .with(Map.of("poll", "20ms", "drain", "5s"));

    Settings settings =
        new SettingsReader()
            .read(
                config.write(folder),
                Map.of(
                    "AWS_REGION", "us-east-1",
                    "DYNAMODB_ENDPOINT", "http://localhost:8000",
                    "OPENSEARCH_URL", "http://localhost:9200"));

    assertThat(settings.application()).isEqualTo("tried");
    assertThat(settings.tables()).containsOnlyKeys("one", "two");
    assertThat(settings.worker().poll()).hasMillis(20);
  }

  @Test
  void anItemHasAboutOneKilobyteAndAWideOneNearlyAllThatThereMayBe() {
    assertThat(size(new Items().item("ITEM#1", 1))).isBetween(700, 1300);
    assertThat(size(Workload.wide(1).at().apply(0).item())).isBetween(380_000, 400_000);
  }

  @Test
  void aThousandKeysAreHot() {
    Workload workload = Workload.hotKeys(20_000);
    Set<String> keys = new HashSet<>();
    for (long number = 0; number < workload.changes(); number++) {
      keys.add(workload.at().apply(number).pk());
    }

    assertThat(keys).hasSize(1000);
  }

  @Test
  void recordsAreThoseOfTheChangesAndTheLastOne() {
    Records records = new Records(new Operations(Workload.HOT), 0, 1234);
    Workload workload = Workload.mixed(1234);

    assertThat(records.from(1200, 1000).size()).isEqualTo(35);
    assertThat(records.at(1234).keys().get(Items.PK).s()).isEqualTo(Workload.LAST);
    for (int number = 1200; number < 1234; number++) {
      Preload.Write write = workload.at().apply(number);
      Records.Made made = records.at(number);
      assertThat(made.newImage().orElse(Map.of())).isEqualTo(write.item());
      assertThat(made.keys().get(Items.PK).s()).isEqualTo(write.pk());
      assertThat(made.sequenceNumber()).hasSize(21).endsWith("" + (number + 1));
    }
    assertThat(records.from(1235, 1000).size()).isZero();
  }

  private static int size(Map<String, AttributeValue> item) {
    return item.entrySet().stream()
        .mapToInt(attribute -> attribute.getKey().length() + size(attribute.getValue()))
        .sum();
  }

  private static int size(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s().length();
      case N -> value.n().length();
      case M -> size(value.m());
      case L -> value.l().stream().mapToInt(WorkloadTest::size).sum();
      default -> 1;
    };
  }
}
