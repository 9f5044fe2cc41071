package dev.tributary.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Fills environment variables into a value: <code>${NAME}</code> and <code>${NAME:-default}</code>.
 * As in a shell, the default serves for a variable that is unset and for one that is empty. Two
 * dollars before the brace write a literal <code>${</code>. Where NAME is unset and NAME_FILE names
 * a file, NAME is what the file holds: so platforms hand out secrets.
 *
 * <p>Its problems name variables and never quote the value, which may be a secret.
 */
final class Substitution {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
  private static final String LITERAL = "for a literal ${ write $${";

  private static final String FILE = "_FILE";
  private static final int LONGEST_FILE = 64 << 10;

  private final Map<String, String> environment;

  Substitution(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /** Empty after at least one problem. */
  Optional<String> fill(String written, Consumer<String> problem) {
    StringBuilder filled = new StringBuilder();
    boolean sound = true;
    int at = 0;
    while (at < written.length()) {
      if (written.startsWith("$${", at)) {
        filled.append("${");
        at += 3;
      } else if (written.startsWith("${", at)) {
        int end = written.indexOf('}', at);
        if (end < 0) {
          problem.accept("a ${ is never closed; add the }, or " + LITERAL);
          return Optional.empty();
        }
        Optional<String> value = value(written.substring(at + 2, end), problem);
        value.ifPresent(filled::append);
        sound &= value.isPresent();
        at = end + 1;
      } else {
        filled.append(written.charAt(at));
        at++;
      }
    }
    return sound ? Optional.of(filled.toString()) : Optional.empty();
  }

  private Optional<String> value(String expression, Consumer<String> problem) {
    int split = expression.indexOf(":-");
    String name = split < 0 ? expression : expression.substring(0, split);
    if (!NAME.matcher(name).matches()) {
      problem.accept("${…} holds no variable; write ${NAME} or ${NAME:-default}, and " + LITERAL);
      return Optional.empty();
    }
    if (!environment.containsKey(name) && environment.containsKey(name + FILE)) {
      return content(name + FILE, problem);
    }
    if (split < 0) {
      Optional<String> value = Optional.ofNullable(environment.get(name));
      if (value.isEmpty()) {
        problem.accept(
            "the environment variable %s is not set; set it, or write ${%s:-default}"
                .formatted(name, name));
      }
      return value;
    }
    String fallback = expression.substring(split + 2);
    if (fallback.contains("${")) {
      problem.accept(
          "the default of ${%s:-…} holds another ${, which does not work".formatted(name));
      return Optional.empty();
    }
    String value = environment.getOrDefault(name, "");
    return Optional.of(value.isEmpty() ? fallback : value);
  }

  /** Without the line break that editors and {@code echo} put at the end. */
  private Optional<String> content(String variable, Consumer<String> problem) {
    String path = environment.get(variable);
    try (InputStream in = Files.newInputStream(Path.of(path))) {
      byte[] bytes = in.readNBytes(LONGEST_FILE + 1);
      if (bytes.length <= LONGEST_FILE) {
        return Optional.of(new String(bytes, UTF_8).replaceFirst("\\r?\\n$", ""));
      }
      problem.accept(
          "%s names %s, which is longer than any value".formatted(variable, Quote.of(path)));
    } catch (IOException | InvalidPathException e) {
      String reason = e instanceof NoSuchFileException ? "it is not there" : e.toString();
      problem.accept(
          "%s names %s, which cannot be read: %s".formatted(variable, Quote.of(path), reason));
    }
    return Optional.empty();
  }
}
