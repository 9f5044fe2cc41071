package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.config.ContentLimits;
import dev.tributary.enrich.Part.Origin;
import dev.tributary.enrich.geometry.Expansion;
import dev.tributary.enrich.geometry.GeometryLimits;
import dev.tributary.enrich.geometry.GeometryReader;
import dev.tributary.enrich.geometry.Ladder;
import dev.tributary.enrich.geometry.Prepared;
import dev.tributary.enrich.geometry.Reading;
import dev.tributary.enrich.geometry.RefusedGeometryException;
import dev.tributary.enrich.geometry.Step;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes parts of documents from bytes and attributes, within limits. Pure: any thread may ask. */
final class Contents {

  private final GeometryLimits limits;
  private final GeometryReader geometry;
  private final JsonParts json;
  private final Consumer<Step> shapes;

  /**
   * @param shapes told of each shape that is made, by its step
   */
  Contents(ContentLimits limits, Consumer<Step> shapes) {
    this.shapes = shapes;
    this.limits =
        new GeometryLimits(
            limits.expandedBytes(), limits.ratio(), limits.depth(), limits.vertices());
    this.geometry = new GeometryReader(this.limits);
    this.json = new JsonParts(limits.depth());
  }

  /** To how many bytes an object's expand, as far as they say so. */
  long expanded(byte[] bytes) {
    return Math.min(Expansion.expected(bytes), Math.max(limits.expandedBytes(), bytes.length));
  }

  /** From an attribute that holds it; nothing where that is empty. */
  Optional<Part> ofItem(Need need) throws RefusedContentException {
    try {
      Optional<Reading> reading = geometry.read(need.value());
      return reading.isPresent()
          ? Optional.of(shape(need.pull(), reading.get(), Optional.empty()))
          : Optional.empty();
    } catch (RefusedGeometryException e) {
      throw new RefusedContentException(
          "the geometry in '%s': %s".formatted(need.pull().from(), e.getMessage()));
    }
  }

  /** From an object's bytes. */
  Part ofObject(Pull pull, byte[] bytes, Origin origin) throws RefusedContentException {
    try {
      if (pull.content() instanceof Pull.Geometry) {
        Optional<Reading> reading = geometry.read(bytes);
        return reading.isPresent()
            ? shape(pull, reading.get(), Optional.of(origin))
            : new Part.Fields(Map.of(), Optional.of(origin));
      }
      try (InputStream text = Expansion.of(bytes, limits)) {
        Map<String, byte[]> fields =
            pull.content() instanceof Pull.Json content
                ? json.read(text, content.parts())
                : Map.of(((Pull.Text) pull.content()).field(), text(text.readAllBytes()));
        return new Part.Fields(fields, Optional.of(origin));
      }
    } catch (RefusedGeometryException | RefusedContentException e) {
      throw refused(pull, origin, e.getMessage());
    } catch (IOException e) {
      // A limit was met inside of a stream, which throws nothing else.
      throw refused(
          pull,
          origin,
          e.getCause() instanceof RefusedGeometryException limit
              ? limit.getMessage()
              : "gzip that cannot be expanded: " + e.getMessage());
    }
  }

  static RefusedContentException refused(Pull pull, Origin origin, String reason) {
    return new RefusedContentException(
        "the object %s of '%s': %s".formatted(origin.reference(), pull.from(), reason));
  }

  private Part shape(Pull pull, Reading reading, Optional<Origin> origin)
      throws RefusedGeometryException {
    Pull.Geometry content = (Pull.Geometry) pull.content();
    Prepared prepared = Ladder.start(reading, content.swapped());
    shapes.accept(prepared.facts().step());
    return new Part.Shape(content, prepared, origin);
  }

  private static byte[] text(byte[] bytes) throws RefusedContentException {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      // Some editors put a mark before the text that is no part of it.
      String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
      return Json.of(out -> out.writeString(unmarked));
    } catch (CharacterCodingException e) {
      throw new RefusedContentException("it is no text in UTF-8");
    }
  }
}
