package dev.tributary.index;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One concrete index behind an alias: {@code places-000002} behind {@code places}. Tributary writes
 * to it by an alias of its own, {@code places-000002-write}: whatever the public alias points at by
 * then, a write goes where it was meant to go, and a missing index is never made by accident.
 *
 * @param index the public alias, as the config names the index
 * @param name of the concrete index
 */
public record Generation(String index, String name) {

  private static final String FORM = "%s-%06d";
  private static final Pattern NUMBERED = Pattern.compile("-(\\d{6,9})$");

  public Generation {
    Objects.requireNonNull(index, "index");
    Objects.requireNonNull(name, "name");
  }

  public static Generation first(String index) {
    return numbered(index, 1);
  }

  static Generation numbered(String index, int number) {
    return new Generation(index, FORM.formatted(index, number));
  }

  /** Absent where somebody else gave it a name. */
  OptionalInt number() {
    Matcher number = NUMBERED.matcher(name);
    return name.startsWith(index + "-") && number.find() && number.start() == index.length()
        ? OptionalInt.of(Integer.parseInt(number.group(1)))
        : OptionalInt.empty();
  }

  /** Its private alias. */
  String writeAlias() {
    return name + "-write";
  }

  /** A document as OpenSearch is to be asked for it. */
  DocumentKey placed(DocumentKey document) {
    if (!document.index().equals(index)) {
      throw new IllegalArgumentException(document + " does not belong to " + this);
    }
    return new DocumentKey(writeAlias(), document.id());
  }

  @Override
  public String toString() {
    return name;
  }
}
