package dev.tributary.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes the class archive beside the jar, with which a worker starts in little more than half the
 * CPU. The tests on servers start some two hundred, on machines where that is what takes the time.
 *
 * <p>Which classes belong into it is seen by running a worker for one document.
 */
public final class ClassArchive {
  private ClassArchive() {}

  private static final String OF_THE_JAR = "tributary.jsa";

  /** What lets {@code java} start the jar quickly, if there is an archive of it. */
  static List<String> options(Path jar) {
    if (!Files.exists(archive(jar))) {
      return List.of();
    }
    // A later change of the jar only makes the archive useless, so java need not tell of it.
    return List.of("-XX:SharedArchiveFile=" + archive(jar), "-Xlog:cds=off,cds+dynamic=off");
  }

  private static Path archive(Path jar) {
    return jar.resolveSibling(OF_THE_JAR);
  }

  public static void main(String[] arguments) throws IOException {
    Path jar = WorkerProcess.jar().orElseThrow();
    Path archive = archive(jar);
    if (Files.exists(archive)
        && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0) {
      return;
    }
    Files.deleteIfExists(archive);
    try (Sandbox sandbox = Sandbox.withTables(1)) {
      List<String> options = List.of("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:cds=off");
      WorkerProcess worker = sandbox.startWorker(Map.of(), options);
      sandbox.put("A", "1", Map.of("kind", AttributeValue.fromS("a")));
      sandbox.awaitDocument("A#1");
      worker.terminate().awaitExit();
    }
  }
}
