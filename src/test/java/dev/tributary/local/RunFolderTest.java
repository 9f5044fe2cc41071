package dev.tributary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunFolderTest {
  @TempDir Path home;

  @Test
  void goesAtTheEnd() throws Exception {
    RunFolder folder = RunFolder.open(options());
    Files.createDirectories(folder.path().resolve("some/data"));
    folder.close();
    assertThat(folder.path()).doesNotExist();
  }

  @Test
  void dataThatIsToBeKeptStays() throws Exception {
    RunFolder folder = RunFolder.open(options().withData(home.resolve("kept")));
    Path data = Files.createDirectories(folder.path().resolve("some/data"));
    folder.close();
    assertThat(data).exists();
  }

  @Test
  void dataIsNotSharedWithAnotherStack() throws Exception {
    LocalOptions options = options().withData(home.resolve("kept"));
    try (RunFolder first = RunFolder.open(options)) {
      assertThatExceptionOfType(LocalServerException.class)
          .isThrownBy(() -> RunFolder.open(options))
          .withMessageContaining("are using " + first.path());
    }
    RunFolder.open(options).close();
  }

  @Test
  void holdsTheLeashAndNoOtherClass() throws Exception {
    try (RunFolder folder = RunFolder.open(options());
        var files = Files.walk(folder.leash())) {
      assertThat(files.filter(Files::isRegularFile))
          .singleElement()
          .satisfies(file -> assertThat(file).hasFileName("Leash.class"));
    }
  }

  private LocalOptions options() {
    return LocalOptions.defaults().withHome(home);
  }
}
