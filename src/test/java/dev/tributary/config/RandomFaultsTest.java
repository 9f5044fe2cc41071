package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is done to a file, it is read, or refused with problems. */
final class RandomFaultsTest {
  private static final String[] PIECES = {
    "{", "}", "[", "]", ":", " ", "\n", "- ", "\t", "'", "\"", "#", "&a ", "*a", "!", "|", ">", "%",
    "@", "?", "${", "${X}", "<<: ", "---\n", "0", "é", "\u0000", "null", "~", "\\", ","
  };

  @TempDir Path folder;

  @Test
  void anyFileIsEitherReadOrRefusedWithProblems() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int refused = 0;
    for (int round = 0; round < 1500; round++) {
      String yaml = fault(fault(fault(FULL, random), random), random);
      refused += refusal(yaml, seed).isPresent() ? 1 : 0;
    }
    assertThat(refused).isPositive();
  }

  /** One fault only: two can make the secret a part of another value, or a key. */
  @Test
  void noProblemShowsTheSecret() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 1500; round++) {
      String yaml = fault(FULL, random);
      assertThat(refusal(yaml, seed).orElse(""))
          .as("seed %d: %s", seed, yaml)
          .doesNotContain("hunter2");
    }
  }

  private Optional<String> refusal(String yaml, long seed) {
    try {
      new ConfigFile(folder).read(yaml);
      return Optional.empty();
    } catch (InvalidConfigException e) {
      assertThat(e.problems()).as("seed %d", seed).isNotEmpty();
      assertThat(e.getMessage().lines()).as("seed %d", seed).hasSize(e.problems().size());
      return Optional.of(e.getMessage());
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed + ":\n" + yaml, e);
    }
  }

  /** Puts a piece in, or cuts one out; never inside the secret, which must stay recognisable. */
  private static String fault(String yaml, Random random) {
    int at = random.nextInt(yaml.length());
    int secret = yaml.indexOf("hunter2");
    if (random.nextBoolean()) {
      boolean inside = at > secret && at < secret + "hunter2".length();
      return inside
          ? yaml
          : yaml.substring(0, at) + PIECES[random.nextInt(PIECES.length)] + yaml.substring(at);
    }
    int end = Math.min(yaml.length(), at + 1 + random.nextInt(8));
    boolean inside = at < secret + "hunter2".length() && end > secret;
    return inside ? yaml : yaml.substring(0, at) + yaml.substring(end);
  }
}
