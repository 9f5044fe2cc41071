package dev.tributary.sync;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The product with a fault: one piece of its source is replaced and compiled anew, beside the
 * classes as they are.
 */
final class PlantedFault {

  private static final Path SOURCES = Path.of("src/main/java/dev/tributary");
  private static final List<Path> CLASSES =
      List.of(Path.of("target/classes"), Path.of("target/test-classes"));

  private final Path folder;

  private PlantedFault(Path folder) {
    this.folder = folder;
  }

  /**
   * @param file of the product's, from its first package on
   * @param right stands there once
   * @param wrong takes its place
   */
  static PlantedFault plant(Path folder, String file, String right, String wrong)
      throws IOException {
    return new PlantedFault(folder).and(file, right, wrong);
  }

  /** The same with one more piece replaced, in another file. */
  PlantedFault and(String file, String right, String wrong) throws IOException {
    String source = Files.readString(SOURCES.resolve(file));
    int at = source.indexOf(right);
    if (at < 0 || source.indexOf(right, at + 1) >= 0) {
      throw new IllegalStateException(
          file + " does not have this just once, so the fault has to be planted anew: " + right);
    }
    Path changed = folder.resolve("src").resolve(file);
    Files.createDirectories(changed.getParent());
    Files.writeString(changed, source.replace(right, wrong));
    compile(changed);
    return this;
  }

  private void compile(Path source) throws IOException {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String path = System.getProperty("java.class.path");
    int result =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-cp",
            path,
            "-d",
            classes.toString(),
            source.toString());
    if (result != 0) {
      throw new IllegalStateException(
          "the fault does not compile:\n" + Files.readString(source, UTF_8));
    }
  }

  /**
   * @return the first seed that it diverges by, or 0
   */
  long firstDiverging(int seeds) {
    return firstDiverging(1, seeds);
  }

  /** The same of sleepy worlds, whose seeds are negative. */
  long firstSleepyDiverging(int seeds) {
    return firstDiverging(-seeds, seeds);
  }

  /** The same of worlds in which a backfill runs. */
  long firstBackfillDiverging(int seeds) {
    return firstDiverging(Schedule.BACKFILLS, seeds);
  }

  boolean diverges(long seed) {
    return firstDiverging(seed, 1) == seed;
  }

  private long firstDiverging(long first, int seeds) {
    try (Loader loader = new Loader(urls())) {
      Method play =
          loader
              .loadClass(Schedule.class.getName())
              .getDeclaredMethod("firstDiverging", long.class, int.class);
      play.setAccessible(true);
      return (long) play.invoke(null, first, seeds);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<URL> urls() throws MalformedURLException {
    List<URL> urls = new ArrayList<>();
    urls.add(folder.resolve("classes").toUri().toURL());
    for (Path classes : CLASSES) {
      urls.add(classes.toUri().toURL());
    }
    return urls;
  }

  /** Loads all of this project anew, the fault first, and takes the rest as it is. */
  private static final class Loader extends URLClassLoader {
    Loader(List<URL> urls) {
      super(urls.toArray(new URL[0]), PlantedFault.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("dev.tributary.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> known = findLoadedClass(name);
        return known != null ? known : findClass(name);
      }
    }
  }
}
