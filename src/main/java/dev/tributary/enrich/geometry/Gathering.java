package dev.tributary.enrich.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All features of a source as one geometry; the first that is refused refuses it all. */
final class Gathering implements Features {

  private final List<Reading> readings = new ArrayList<>();

  @Override
  public void feature(String path, String label, Optional<Reading> reading) {
    reading.ifPresent(readings::add);
  }

  @Override
  public void refused(String path, String label, RefusedGeometryException refusal)
      throws RefusedGeometryException {
    throw refusal;
  }

  Optional<Reading> reading() {
    return Reading.of(readings);
  }
}
