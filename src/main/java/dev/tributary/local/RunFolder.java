package dev.tributary.local;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder with a stack's data and logs: one that is kept, or one that goes at the end. It is
 * locked while in use, as two stacks on the same data would spoil it.
 */
final class RunFolder implements Closeable {
  private final Path path;
  private final boolean kept;
  private final FileChannel lock;

  private RunFolder(Path path, boolean kept, FileChannel lock) {
    this.path = path;
    this.kept = kept;
    this.lock = lock;
  }

  static RunFolder open(LocalOptions options) {
    try {
      Path path;
      if (options.data().isPresent()) {
        path = Files.createDirectories(options.data().get());
      } else {
        // Below target, so that what a killed process leaves goes with the next clean.
        Path runs = Files.createDirectories(options.home().resolve("target/local/run"));
        path = Files.createTempDirectory(runs, "");
      }
      return new RunFolder(path, options.data().isPresent(), locked(path));
    } catch (IOException e) {
      throw new LocalServerException("No folder for the local servers' data: " + e, e);
    }
  }

  private static FileChannel locked(Path path) throws IOException {
    FileChannel channel =
        FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    boolean ours = false;
    try {
      ours = channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Another stack of this very process.
    }
    if (!ours) {
      channel.close();
      throw new LocalServerException("Other local servers are using " + path + ".");
    }
    return channel;
  }

  Path path() {
    return path;
  }

  /**
   * A folder with {@link Leash} and nothing else. Tributary's own jar would bring its libraries
   * along, and the servers have other versions of them.
   */
  Path leash() {
    String file = Leash.class.getName().replace('.', '/') + ".class";
    Path folder = path.resolve("leash");
    try (InputStream bytes = Leash.class.getClassLoader().getResourceAsStream(file)) {
      if (bytes == null) {
        throw new IllegalStateException(file + " is not on the class path");
      }
      Files.createDirectories(folder.resolve(file).getParent());
      Files.write(folder.resolve(file), bytes.readAllBytes());
      return folder;
    } catch (IOException e) {
      throw new LocalServerException("Cannot write " + folder + ": " + e, e);
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
    if (!kept) {
      deleteAll();
    }
  }

  private void deleteAll() throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> found = Files.walk(path)) {
      deepestFirst = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.deleteIfExists(file);
    }
  }
}
