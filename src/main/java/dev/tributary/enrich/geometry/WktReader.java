package dev.tributary.enrich.geometry;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads well-known text, with {@code SRID=4326;} before it if need be; heights are left out. */
final class WktReader implements Located {

  private final WktWords words;
  private final Tally tally;
  private final int limit;
  private final StringBuilder path = new StringBuilder();

  WktReader(Reader text, GeometryLimits limits, Tally tally) {
    this.words = new WktWords(text);
    this.tally = tally;
    this.limit = limits.depth();
  }

  @Override
  public String path() {
    return path.toString();
  }

  Optional<Reading> read() throws IOException, RefusedGeometryException {
    skipSrid();
    Optional<Reading> reading = geometry(1);
    if (!words.peek().isEmpty()) {
      throw expected("the end");
    }
    return reading;
  }

  private void skipSrid() throws IOException, RefusedGeometryException {
    if (!words.peek().equalsIgnoreCase("SRID")) {
      return;
    }
    words.next();
    need("=");
    if (!words.peek().equals("4326")) {
      throw expected("4326, the only reference system that a geo_shape knows");
    }
    words.next();
    need(";");
  }

  private Optional<Reading> geometry(int depth) throws IOException, RefusedGeometryException {
    if (depth > limit) {
      throw RefusedGeometryException.limit("depth", limit, "It is nested deeper than is read");
    }
    String type = words.peek().toUpperCase(Locale.ROOT);
    Optional<Kind> kind = Kind.of(type);
    boolean collection = type.equals("GEOMETRYCOLLECTION");
    if (kind.isEmpty() && !collection) {
      throw expected("a type of geometry");
    }
    words.next();
    int before = path.length();
    path.append(path.isEmpty() ? "" : ".").append(type);
    if (List.of("Z", "M", "ZM").contains(words.peek().toUpperCase(Locale.ROOT))) {
      words.next();
    }
    Optional<Reading> reading = Optional.empty();
    if (words.peek().equalsIgnoreCase("EMPTY")) {
      words.next();
    } else if (collection) {
      reading = Reading.of(parts(depth));
    } else {
      reading = coordinates(kind.orElseThrow());
    }
    path.setLength(before);
    return reading;
  }

  private List<Reading> parts(int depth) throws IOException, RefusedGeometryException {
    List<Reading> parts = new ArrayList<>();
    int before = path.length();
    need("(");
    int index = 0;
    do {
      path.append('[').append(index++).append(']');
      geometry(depth + 1).ifPresent(parts::add);
      path.setLength(before);
    } while (another());
    return parts;
  }

  private Optional<Reading> coordinates(Kind kind) throws IOException, RefusedGeometryException {
    Positions positions = new Positions(path());
    if (kind == Kind.POINT) {
      need("(");
      position(1, positions);
      need(")");
    } else {
      list(1, kind, positions);
    }
    return Assembly.of(kind, positions);
  }

  private void list(int level, Kind kind, Positions positions)
      throws IOException, RefusedGeometryException {
    if (words.peek().equalsIgnoreCase("EMPTY")) {
      words.next();
      positions.close(level, true, this);
      return;
    }
    need("(");
    int before = path.length();
    int index = 0;
    do {
      path.append('[').append(index++).append(']');
      if (level < kind.depth() - 1) {
        list(level + 1, kind, positions);
      } else if (kind == Kind.MULTI_POINT) {
        point(positions);
      } else {
        position(level + 1, positions);
      }
      path.setLength(before);
    } while (another());
    positions.close(level, false, this);
  }

  /** Of several: bare, in brackets of its own, or empty. */
  private void point(Positions positions) throws IOException, RefusedGeometryException {
    if (words.peek().equalsIgnoreCase("EMPTY")) {
      words.next();
    } else if (words.peek().equals("(")) {
      words.next();
      position(2, positions);
      need(")");
    } else {
      position(2, positions);
    }
  }

  private void position(int level, Positions positions)
      throws IOException, RefusedGeometryException {
    double x = Tally.degrees(number(), this);
    double y = Tally.degrees(number(), this);
    for (int more = 0; more < 2 && !isEnd(words.peek()); more++) {
      number();
    }
    tally.count();
    positions.position(level, x, y, this);
  }

  private static boolean isEnd(String word) {
    return word.equals(",") || word.equals(")");
  }

  private double number() throws IOException, RefusedGeometryException {
    try {
      double number = Double.parseDouble(words.peek());
      words.next();
      return number;
    } catch (NumberFormatException e) {
      throw expected("a number");
    }
  }

  /** Whether the list goes on. */
  private boolean another() throws IOException, RefusedGeometryException {
    if (words.peek().equals(",")) {
      words.next();
      return true;
    }
    need(")");
    return false;
  }

  private void need(String sign) throws IOException, RefusedGeometryException {
    if (!words.peek().equals(sign)) {
      throw expected("'" + sign + "'");
    }
    words.next();
  }

  private RefusedGeometryException expected(String what) throws IOException {
    String found = words.peek().isEmpty() ? "the end" : "'" + words.peek() + "'";
    return RefusedGeometryException.at(path(), "expected %s, found %s".formatted(what, found));
  }
}
