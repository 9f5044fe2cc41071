package dev.tributary.local;

import java.util.List;
import java.util.function.IntFunction;

/**
 * How a server is started: everything but its port.
 *
 * @param title what people call it
 * @param javaOptions for its process
 * @param classPath the server's own, without {@link Leash}
 * @param mainClass the server's own
 * @param arguments of that main, for a port
 * @param readyPath a path that answers below 500, and not with a 408, once the server can be used
 */
record Recipe(
    String title,
    List<String> javaOptions,
    List<String> classPath,
    String mainClass,
    IntFunction<List<String>> arguments,
    String readyPath) {

  Recipe {
    javaOptions = List.copyOf(javaOptions);
    classPath = List.copyOf(classPath);
  }
}
