package dev.tributary.enrich;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tributary.change.SyncFields;
import dev.tributary.enrich.geometry.GeometryFacts;
import dev.tributary.enrich.geometry.GeometryLimits;
import dev.tributary.enrich.geometry.GeometryReader;
import dev.tributary.enrich.geometry.Ladder;
import dev.tributary.enrich.geometry.Prepared;
import dev.tributary.enrich.geometry.Reading;
import dev.tributary.enrich.geometry.RefusedGeometryException;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes what documents need. Pure so far, so any thread may ask. */
public final class Enricher {

  private static final JsonFactory JSON = new JsonFactory();

  private final GeometryReader geometry = new GeometryReader(GeometryLimits.defaults());

  /** A shape of a document, as far as the ladder was climbed. */
  private record Shape(Pull.Geometry content, Prepared prepared) {}

  public Enriched enrich(List<Need> needs) {
    List<Shape> shapes = new ArrayList<>();
    for (Need need : needs) {
      try {
        Optional<Reading> reading = geometry.read(need.value());
        if (reading.isPresent()) {
          Pull.Geometry content = (Pull.Geometry) need.pull().content();
          shapes.add(new Shape(content, Ladder.start(reading.get(), content.swapped())));
        }
      } catch (RefusedGeometryException e) {
        return new Enriched.Refused(
            "the geometry in '%s': %s".formatted(need.pull().from(), e.getMessage()));
      }
    }
    return made(shapes);
  }

  private static Enriched.Made made(List<Shape> shapes) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Shape shape : shapes) {
      Pull.Geometry content = shape.content();
      fields.put(content.field(), json(shape.prepared()::writeShape));
      content
          .envelope()
          .ifPresent(field -> fields.put(field, json(shape.prepared()::writeEnvelope)));
      content
          .centroid()
          .ifPresent(
              field ->
                  shape
                      .prepared()
                      .centroid()
                      .ifPresent(point -> fields.put(field, json(point::write))));
    }
    Map<String, String> sync =
        shapes.isEmpty() ? Map.of() : Map.of(SyncFields.GEOMETRY, json(out -> write(shapes, out)));
    return new Enriched.Made(fields, sync, refusal -> simpler(shapes, refusal));
  }

  /** Nobody knows which of several shapes was refused: all of them take a step. */
  private static Optional<Enriched.Made> simpler(List<Shape> shapes, String refusal) {
    List<Shape> next = new ArrayList<>();
    boolean any = false;
    for (Shape shape : shapes) {
      Optional<Prepared> prepared = shape.prepared().next(refusal);
      any |= prepared.isPresent();
      next.add(new Shape(shape.content(), prepared.orElse(shape.prepared())));
    }
    return any ? Optional.of(made(next)) : Optional.empty();
  }

  private static void write(List<Shape> shapes, JsonGenerator out) throws IOException {
    out.writeStartArray();
    for (Shape shape : shapes) {
      GeometryFacts facts = shape.prepared().facts();
      out.writeStartObject();
      out.writeStringField("field", shape.content().field());
      out.writeStringField("step", facts.step().word());
      out.writeNumberField("before", facts.verticesBefore());
      out.writeNumberField("after", facts.verticesAfter());
      if (facts.reason().isPresent()) {
        out.writeStringField("reason", facts.reason().get());
      }
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private interface Written {
    void to(JsonGenerator out) throws IOException;
  }

  private static String json(Written written) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(text)) {
      written.to(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
