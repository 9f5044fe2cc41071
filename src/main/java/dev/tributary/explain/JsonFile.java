package dev.tributary.explain;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The one JSON object of a file, or of the standard input. Numbers keep all their digits. */
final class JsonFile {

  /** Stands for the standard input. */
  private static final String STANDARD_INPUT = "-";

  private static final JsonMapper EXACT =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonFile() {}

  static JsonNode read(String file, InputStream standardInput) throws InvalidInputException {
    byte[] bytes = bytes(file, standardInput);
    try {
      JsonNode json = EXACT.readTree(bytes);
      if (json.isMissingNode()) {
        throw problem(file, "", "is empty; put an item in it, as JSON");
      }
      if (!json.isObject()) {
        throw problem(
            file, "", "holds %s; an item is an object: {…}".formatted(PlainJson.describe(json)));
      }
      return json;
    } catch (MismatchedInputException e) {
      throw problem(file, place(e), "more follows behind the first value; keep one");
    } catch (JsonProcessingException e) {
      throw problem(file, place(e), "not valid JSON: " + reason(e));
    } catch (NumberFormatException e) {
      // The library throws this one bare.
      throw problem(file, "", "holds a number whose exponent is beyond all bounds");
    } catch (IOException e) {
      throw problem(file, "", "cannot be read: " + e.getMessage());
    }
  }

  /** JSON of our own making. */
  static ObjectNode parse(byte[] json) {
    try {
      return (ObjectNode) EXACT.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException("A document that is no JSON", e);
    }
  }

  private static byte[] bytes(String file, InputStream standardInput) throws InvalidInputException {
    try {
      if (file.equals(STANDARD_INPUT)) {
        return standardInput.readAllBytes();
      }
      Path path = Path.of(file);
      if (!Files.exists(path)) {
        throw problem(file, "", "no such file; check the path, or write - for the standard input");
      }
      if (Files.isDirectory(path)) {
        throw problem(file, "", "is a folder; name the JSON file in it");
      }
      return Files.readAllBytes(path);
    } catch (IOException e) {
      throw problem(file, "", "cannot be read: " + e.getMessage());
    }
  }

  private static InvalidInputException problem(String file, String place, String reason) {
    String name = file.equals(STANDARD_INPUT) ? "standard input" : file;
    return new InvalidInputException(name + place + "  " + reason);
  }

  private static String place(JsonProcessingException e) {
    JsonLocation at = e.getLocation();
    return at == null ? "" : ":" + at.getLineNr() + ":" + at.getColumnNr();
  }

  /** Without the library's remarks about itself. */
  private static String reason(JsonProcessingException e) {
    return e.getOriginalMessage()
        .replaceAll(" ?\\(start marker at .*?line: (\\d+).*", ", opened in line $1")
        .replaceAll(", from `[^`]*`|: enable `.*", "")
        .strip();
  }
}
