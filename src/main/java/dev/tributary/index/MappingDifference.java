package dev.tributary.index;

import java.util.List;
import java.util.Objects;

/**
 * How the index behind an alias differs from its mapping file. Each difference is a line with its
 * place, what is live, and what the file says.
 *
 * @param index the concrete index
 * @param file the mapping file, as messages name it
 * @param additions what the live index can still take
 * @param incompatible what only a new index can be
 * @param onlyLive fields and parameters of which the file says nothing; they stay
 */
public record MappingDifference(
    String index,
    String file,
    List<String> additions,
    List<String> incompatible,
    List<String> onlyLive) {

  public MappingDifference {
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(file, "file");
    additions = List.copyOf(additions);
    incompatible = List.copyOf(incompatible);
    onlyLive = List.copyOf(onlyLive);
  }

  /** Whether the index is all that the file asks for. */
  public boolean none() {
    return additions.isEmpty() && incompatible.isEmpty();
  }

  /** What to tell about the incompatible ones, with their lines below. */
  public String refusal() {
    return lines(index + " cannot become what " + file + " says; run rebuild:", incompatible);
  }

  /** What to tell about the additions, with their lines below. */
  public String offer() {
    return lines(index + " lacks what " + file + " says:", additions);
  }

  static String lines(String title, List<String> lines) {
    StringBuilder text = new StringBuilder(title);
    lines.forEach(line -> text.append(System.lineSeparator()).append("    ").append(line));
    return text.toString();
  }
}
