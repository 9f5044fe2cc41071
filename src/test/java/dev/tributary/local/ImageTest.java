package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageTest {
  @ParameterizedTest
  @EnumSource(names = {"DYNAMODB", "OPENSEARCH", "S3"})
  void testsAndComposeHaveTheSameImages(LocalServer server) throws IOException {
    assertThat(Files.readAllLines(Path.of("docker-compose.yml")))
        .contains("    image: " + Image.official(server));
  }
}
