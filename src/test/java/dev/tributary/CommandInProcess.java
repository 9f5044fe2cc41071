package dev.tributary;

import dev.tributary.system.Sandbox;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A command about a sandbox in this process, which is far quicker than one of its own: so its
 * config must not need the environment.
 */
final class CommandInProcess {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z0-9_]+)(?::-([^}]*))?}");

  private CommandInProcess() {}

  /** What a command printed, wherever it did. */
  record Ran(int exit, String output) {}

  static Ran run(Sandbox sandbox, Map<String, String> moreEnvironment, List<String> arguments) {
    Map<String, String> environment = sandbox.environment();
    environment.putAll(moreEnvironment);
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--config", resolved(sandbox, environment).toString()));
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output, true);
    int exit = Main.commandLine().setOut(writer).setErr(writer).execute(all.toArray(String[]::new));
    return new Ran(exit, output.toString());
  }

  private static Path resolved(Sandbox sandbox, Map<String, String> environment) {
    try {
      String text =
          VARIABLE
              .matcher(Files.readString(sandbox.config()))
              .replaceAll(
                  found ->
                      environment.getOrDefault(
                          found.group(1), Optional.ofNullable(found.group(2)).orElse("")));
      Path file = Files.createTempFile(sandbox.folder(), "resolved-", ".yml");
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
