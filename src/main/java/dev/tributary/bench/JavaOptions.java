package dev.tributary.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the JVMs that are measured are started: as the image starts a worker's in 512 MB. */
final class JavaOptions {
  private JavaOptions() {}

  static List<String> of(Path home) throws IOException {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-Xmx256m",
                // What Java takes by itself in so small a container.
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-XX:-UsePerfData"));
    // As the launcher does.
    Path jar = home.resolve("target/tributary.jar");
    Path archive = home.resolve("target/tributary.jsa");
    if (Files.exists(archive)
        && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0) {
      options.add("-XX:SharedArchiveFile=" + archive);
      options.add("-Xlog:cds=off,cds+dynamic=off");
    }
    return options;
  }
}
