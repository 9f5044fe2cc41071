package dev.tributary.config;

import java.util.Comparator;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * A place in the file, counted from 1 as editors do. No line (0) means the whole file, no column
 * (0) the whole line.
 */
record Place(int line, int column) implements Comparable<Place> {
  static final Place FILE = new Place(0, 0);

  private static final Comparator<Place> ORDER =
      Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

  static Place of(Optional<Mark> mark) {
    return mark.map(m -> new Place(m.getLine() + 1, m.getColumn() + 1)).orElse(FILE);
  }

  Place wholeLine() {
    return new Place(line, 0);
  }

  @Override
  public int compareTo(Place other) {
    return ORDER.compare(this, other);
  }
}
