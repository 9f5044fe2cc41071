package dev.tributary.explain;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Item;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the item in a file, whichever tool wrote it: a bare item, what {@code aws dynamodb
 * get-item} prints, a line of an export, a request with a key, or a stream record as Lambda logs
 * it.
 */
final class GivenReader {

  private static final List<String> WRAPPERS = List.of("Item", "Key", "Items", "Records");

  /** What tools print beside an item. */
  private static final Set<String> BESIDE =
      Set.of(
          "ConsumedCapacity",
          "Count",
          "ScannedCount",
          "LastEvaluatedKey",
          "NextToken",
          "ResponseMetadata",
          "TableName");

  private GivenReader() {}

  /**
   * @param told how the values are written; if absent, that is found out
   */
  static Given read(String file, InputStream standardInput, Optional<Format> told)
      throws InvalidInputException {
    String path = (file.equals("-") ? "standard input" : file) + "  ";
    JsonNode json = JsonFile.read(file, standardInput);
    while (true) {
      if (RecordJson.isRecord(json)) {
        return RecordJson.read(json, path);
      }
      Optional<String> wrapper = wrapper(json);
      if (wrapper.isEmpty()) {
        return single(json, path, told);
      }
      json = unwrapped(json.get(wrapper.get()), path, wrapper.get());
      path = path + wrapper.get() + ".";
    }
  }

  /** An item may have an attribute of such a name, but then it has its key beside it. */
  private static Optional<String> wrapper(JsonNode json) {
    return WRAPPERS.stream()
        .filter(json::has)
        .filter(
            name ->
                json.properties().stream()
                    .allMatch(e -> e.getKey().equals(name) || BESIDE.contains(e.getKey())))
        .filter(
            name ->
                json.get(name).isArray()
                    || (json.get(name).isObject() && !TypedJson.looksTyped(json.get(name))))
        .findFirst();
  }

  private static JsonNode unwrapped(JsonNode json, String path, String wrapper)
      throws InvalidInputException {
    if (json.isArray() && json.size() != 1) {
      throw new InvalidInputException(
          "%s%s: holds %d of them; keep one".formatted(path, wrapper, json.size()));
    }
    JsonNode only = json.isArray() ? json.get(0) : json;
    if (!only.isObject()) {
      throw new InvalidInputException(
          "%s%s: holds %s; an item is an object: {…}"
              .formatted(path, wrapper, PlainJson.describe(only)));
    }
    return only;
  }

  private static Given.Single single(JsonNode json, String path, Optional<Format> told)
      throws InvalidInputException {
    if (told.orElse(Format.DYNAMODB) == Format.DYNAMODB) {
      try {
        if (told.isPresent() || !json.isEmpty()) {
          return new Given.Single(new Item(TypedJson.attributes(json, path)), Format.DYNAMODB);
        }
      } catch (InvalidInputException e) {
        // Where each value looks typed, plain JSON was not meant, and its complaint would mislead.
        if (told.isPresent()
            || json.properties().stream().allMatch(v -> TypedJson.looksTyped(v.getValue()))) {
          throw e;
        }
      }
    }
    return new Given.Single(new Item(PlainJson.attributes(json, path)), Format.PLAIN);
  }
}
