package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tributary.change.SyncFields;
import dev.tributary.enrich.Part.Absent;
import dev.tributary.enrich.Part.Fields;
import dev.tributary.enrich.Part.Kept;
import dev.tributary.enrich.Part.Origin;
import dev.tributary.enrich.Part.Shape;
import dev.tributary.enrich.geometry.GeometryFacts;
import dev.tributary.enrich.geometry.Prepared;
import dev.tributary.entity.Pull;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a document gets. Immutable; values are JSON. */
public final class Made implements Enriched {

  private final List<Part> parts;

  Made(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** For the document. Made anew at every call: they may be large. */
  public Map<String, byte[]> fields() {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    for (Part part : parts) {
      if (part instanceof Shape shape) {
        put(shape, fields);
      } else if (part instanceof Fields made) {
        fields.putAll(made.fields());
      } else if (part instanceof Kept kept) {
        fields.putAll(kept.fields());
      }
    }
    return fields;
  }

  private static void put(Shape shape, Map<String, byte[]> fields) {
    Pull.Geometry content = shape.content();
    Prepared prepared = shape.prepared();
    fields.put(content.field(), Json.of(prepared::writeShape));
    content.envelope().ifPresent(field -> fields.put(field, Json.of(prepared::writeEnvelope)));
    content
        .centroid()
        .ifPresent(
            field ->
                prepared.centroid().ifPresent(point -> fields.put(field, Json.of(point::write))));
  }

  /** For its {@code _sync}. */
  public Map<String, byte[]> sync() {
    Map<String, byte[]> sync = new LinkedHashMap<>();
    List<byte[]> shapes = parts.stream().flatMap(part -> shape(part).stream()).toList();
    if (!shapes.isEmpty()) {
      sync.put(SyncFields.GEOMETRY, list(shapes));
    }
    List<byte[]> objects =
        parts.stream()
            .flatMap(part -> part.object().stream())
            .map(origin -> Json.of(out -> write(origin, out)))
            .toList();
    if (!objects.isEmpty()) {
      sync.put(SyncFields.OBJECTS, list(objects));
    }
    return sync;
  }

  /** What is not there for now. */
  public List<Lacking> lacking() {
    return parts.stream()
        .flatMap(
            part -> {
              if (part instanceof Absent absent) {
                return Stream.of(absent.lacking());
              }
              return part instanceof Kept kept ? Stream.of(kept.lacking()) : Stream.empty();
            })
        .toList();
  }

  /** The fields that it would fill. */
  public Set<String> lackingFields() {
    return parts.stream()
        .flatMap(
            part ->
                part instanceof Absent absent
                    ? absent.pull().content().fields().stream()
                    : Stream.empty())
        .collect(Collectors.toSet());
  }

  /** The same, where what is not there is taken from the stored document if that names it too. */
  public Made keeping(Stored stored) {
    return new Made(
        parts.stream()
            .map(part -> part instanceof Absent absent ? stored.keep(absent) : part)
            .toList());
  }

  /**
   * What to try where OpenSearch refuses it; nothing at the end. Nobody knows which of several
   * shapes was refused: all of them take a step.
   *
   * @param refusal what OpenSearch said
   */
  public Optional<Made> simpler(String refusal) {
    List<Part> next = new ArrayList<>();
    boolean any = false;
    for (Part part : parts) {
      Optional<Prepared> prepared =
          part instanceof Shape shape ? shape.prepared().next(refusal) : Optional.empty();
      any |= prepared.isPresent();
      next.add(
          prepared
              .<Part>map(step -> new Shape(((Shape) part).content(), step, part.object()))
              .orElse(part));
    }
    return any ? Optional.of(new Made(next)) : Optional.empty();
  }

  private static Optional<byte[]> shape(Part part) {
    if (part instanceof Shape shape) {
      return Optional.of(Json.of(out -> write(shape, out)));
    }
    return part instanceof Kept kept ? kept.shape() : Optional.empty();
  }

  private static void write(Shape shape, JsonGenerator out) throws IOException {
    GeometryFacts facts = shape.prepared().facts();
    out.writeStartObject();
    out.writeStringField("field", shape.content().field());
    out.writeStringField("step", facts.step().word());
    out.writeNumberField("before", facts.verticesBefore());
    out.writeNumberField("after", facts.verticesAfter());
    if (facts.reason().isPresent()) {
      out.writeStringField("reason", facts.reason().get());
    }
    Optional<String> etag = shape.object().flatMap(Origin::etag);
    if (etag.isPresent()) {
      out.writeStringField(Stored.ETAG, etag.get());
    }
    out.writeEndObject();
  }

  private static void write(Origin origin, JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField(Stored.ATTRIBUTE, origin.attribute());
    out.writeStringField(Stored.REFERENCE, origin.reference());
    if (origin.etag().isPresent()) {
      out.writeStringField(Stored.ETAG, origin.etag().get());
    }
    if (origin.pending()) {
      out.writeBooleanField(Stored.PENDING, true);
    }
    out.writeEndObject();
  }

  private static byte[] list(List<byte[]> entries) {
    return Json.of(
        out -> {
          out.writeStartArray();
          for (byte[] entry : entries) {
            out.writeRawValue(new String(entry, UTF_8));
          }
          out.writeEndArray();
        });
  }
}
