package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.chaos.Chaos;
import dev.tributary.chaos.ChaosOptions;
import dev.tributary.chaos.FaultKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A short fixed set of {@code ./tributary chaos}, which is for long runs. */
final class ChaosIT {

  private static final Duration FAULTS_FOR = Duration.ofSeconds(20);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = 3)
  void indexesEqualTablesWhateverWentWrong(long seed) throws IOException, InterruptedException {
    StringWriter printed = new StringWriter();
    ChaosOptions options =
        new ChaosOptions(
            Path.of(System.getProperty("tributary.home", ".")),
            seed,
            FAULTS_FOR,
            2,
            EnumSet.allOf(FaultKind.class));
    boolean equal;
    try (Chaos chaos = new Chaos(options, new PrintWriter(printed))) {
      equal = chaos.run();
    }
    System.out.println(printed);
    assertThat(equal).as(printed::toString).isTrue();
  }
}
