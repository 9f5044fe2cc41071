package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Envelope;
import org.locationtech.jts.geom.Geometry;

/** A geometry that should be taken, and the step of the ladder that made it. */
public final class Prepared {

  private final Ladder ladder;
  private final Step step;
  private final Geometry geometry;
  private final int verticesBefore;
  private final Optional<String> reason;

  Prepared(
      Ladder ladder, Step step, Geometry geometry, int verticesBefore, Optional<String> reason) {
    this.ladder = ladder;
    this.step = step;
    this.geometry = geometry;
    this.verticesBefore = verticesBefore;
    this.reason = reason;
  }

  public Step step() {
    return step;
  }

  public GeometryFacts facts() {
    return new GeometryFacts(
        step, geometry.getGeometryType(), verticesBefore, geometry.getNumPoints(), reason);
  }

  Geometry geometry() {
    return geometry;
  }

  /**
   * What to try where OpenSearch refuses this all the same; empty where nothing is left.
   *
   * @param refusal what OpenSearch said
   */
  public Optional<Prepared> next(String refusal) {
    return ladder.after(this, refusal);
  }

  /** As GeoJSON, for a geo_shape. */
  public void writeShape(JsonGenerator out) throws IOException {
    GeoJsonWriter.write(geometry, out);
  }

  /**
   * The narrowest box around it, as GeoJSON, for a geo_shape: a polygon; two where it goes over the
   * antimeridian; a line or a point where it has no height or width.
   */
  public void writeEnvelope(JsonGenerator out) throws IOException {
    GeoJsonWriter.write(Atoms.joined(Box.of(Box.around(Atoms.of(geometry)))), out);
  }

  /**
   * The centroid, for a geo_point: of its polygons; of its lines, where there is no polygon; of its
   * points, where there is nothing else. It may lie outside, as a lake's does in a ring of land.
   *
   * @return empty where its latitude is none, which happens only to what is kept swapped
   */
  public Optional<GeoPoint> centroid() {
    List<Geometry> atoms = Atoms.of(geometry);
    Envelope box = Box.around(atoms);
    List<Geometry> laidOut = atoms.stream().map(atom -> Box.moved(atom, box)).toList();
    Coordinate centroid = Atoms.joined(laidOut).getCentroid().getCoordinate();
    double longitude = centroid.x > 180 ? centroid.x - 360 : centroid.x;
    return Math.abs(centroid.y) <= 90
        ? Optional.of(new GeoPoint(longitude, centroid.y))
        : Optional.empty();
  }
}
