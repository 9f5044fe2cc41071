package dev.tributary.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder with a run's config and its workers' logs. It stays only where something is wrong. */
record RunFiles(Path folder) {

  private static final List<String> RESOURCES =
      List.of("config.yml", "places.json", "visits.json", "notes.json");

  static RunFiles create(Path home, long seed) throws IOException {
    Path runs = Files.createDirectories(home.resolve("target").resolve("chaos"));
    Path folder = Files.createTempDirectory(runs.toAbsolutePath(), "seed-" + seed + "-");
    for (String name : RESOURCES) {
      try (InputStream resource = RunFiles.class.getResourceAsStream("/chaos/" + name)) {
        Files.copy(resource, folder.resolve(name));
      }
    }
    return new RunFiles(folder);
  }

  Path config() {
    return folder.resolve("config.yml");
  }

  /** Keeps all logs, those of the servers too, or removes all. */
  void end(boolean fine, Path servers, Shards shards, Diary diary) throws IOException {
    if (fine) {
      remove();
      return;
    }
    try (Stream<Path> files = Files.list(servers)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        Files.copy(log, folder.resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.write(folder.resolve("leases.txt"), shards.leases("chaos-leases"));
    diary.plain("  logs        " + folder);
  }

  private void remove() throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> found = Files.walk(folder)) {
      deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
