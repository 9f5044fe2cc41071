package dev.tributary.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** The headings of a page of the documentation, as links name them. */
public final class Anchors {

  private Anchors() {}

  public static Set<String> of(Path page) throws IOException {
    Set<String> anchors = new HashSet<>();
    boolean code = false;
    for (String line : Files.readAllLines(page)) {
      code ^= line.startsWith("```");
      if (line.startsWith("#") && !code) {
        anchors.add(
            line.replaceFirst("#+ ", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\w\\- ]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }
}
