package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class InstallationTest {
  @TempDir Path home;

  @Test
  void saysHowToBuildWhatIsMissing() {
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(() -> new LocalStack(options()))
        .withMessageContaining("The local servers are not built")
        .withMessageContaining(home.toString())
        .withMessageEndingWith("with: mvn -B -q -f src/local/pom.xml package");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void openSearch3IsBuiltByAProfile() throws Exception {
    build();
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(() -> Installation.of(options().withOpenSearchLine(3)))
        .withMessageContaining("opensearch3")
        .withMessageEndingWith("-Popensearch3");
  }

  @Test
  void sqsIsBuiltByAProfileAndOnlyLookedForWhereItIsWanted() throws Exception {
    build();
    assertThat(Installation.of(options()).classPaths()).doesNotContainKey(LocalServer.SQS);
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(() -> Installation.of(options().withServers(LocalServer.SQS)))
        .withMessageContaining("sqs")
        .withMessageEndingWith("-Psqs");
  }

  @Test
  void noticesAJarThatHasGoneFromTheRepository() throws Exception {
    build();
    Files.delete(home.resolve("b.jar"));
    assertThatExceptionOfType(LocalServerException.class)
        .isThrownBy(() -> Installation.of(options()))
        .withMessageContaining(home.resolve("b.jar") + " is missing");
  }

  @Test
  void putsTheServersMainAfterItsJars() throws Exception {
    build();
    String a = home.resolve("a.jar").toString();
    String b = home.resolve("b.jar").toString();
    Installation installation = Installation.of(options());
    assertThat(installation.classPath(LocalServer.OPENSEARCH))
        .containsExactly(a, b, home.resolve("target/local/opensearch2/classes").toString());
    assertThat(installation.classPath(LocalServer.S3)).containsExactly(a, b);
  }

  private LocalOptions options() {
    return LocalOptions.defaults().withHome(home);
  }

  private void build() throws Exception {
    Path a = Files.createFile(home.resolve("a.jar"));
    Path b = Files.createFile(home.resolve("b.jar"));
    for (String server : List.of("dynamodb", "opensearch2", "s3")) {
      Path folder = Files.createDirectories(home.resolve("target/local").resolve(server));
      Files.createDirectory(folder.resolve("classes"));
      Files.writeString(folder.resolve("classpath"), a + File.pathSeparator + b);
    }
  }
}
