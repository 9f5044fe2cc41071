package dev.tributary.document;

import dev.tributary.change.Value;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Conversion;
import dev.tributary.entity.FieldRule.Source;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the values of an entity's {@code fields} from an item and the captures of its key. */
record Fields(Map<String, Value> item, Map<String, String> captures) {

  private static final BigDecimal MOST_LATITUDE = BigDecimal.valueOf(90);
  private static final BigDecimal MOST_LONGITUDE = BigDecimal.valueOf(180);

  /** Nothing where there is nothing to make it from. */
  Optional<Value> make(Source source) throws ShapeException {
    if (source instanceof Source.Constant constant) {
      return Optional.of(constant.value());
    }
    if (source instanceof Source.Point point) {
      return point(point);
    }
    if (source instanceof Source.Joined joined) {
      return joined(joined);
    }
    Source.Converted converted = (Source.Converted) source;
    Optional<Value> from = find(converted.from().orElseThrow());
    return from.isEmpty()
        ? from
        : Optional.of(Conversions.convert(converted.conversion(), from.get()));
  }

  private Optional<Value> find(AttributePath path) {
    List<String> names = path.names();
    Optional<Value> found = Tree.find(item, names);
    return found.isEmpty() && names.size() == 1
        ? Optional.ofNullable(captures.get(names.get(0))).map(Value.Text::new)
        : found;
  }

  private Optional<Value> point(Source.Point point) throws ShapeException {
    Optional<Value> lat = find(point.lat()).filter(v -> !(v instanceof Value.Null));
    Optional<Value> lon = find(point.lon()).filter(v -> !(v instanceof Value.Null));
    if (lat.isEmpty() && lon.isEmpty()) {
      return Optional.empty();
    }
    if (lat.isEmpty() || lon.isEmpty()) {
      throw new ShapeException(
          "%s is there and %s is not"
              .formatted(
                  lat.isPresent() ? point.lat() : point.lon(),
                  lat.isPresent() ? point.lon() : point.lat()));
    }
    return Optional.of(
        new Value.MapOf(
            Map.of(
                "lat", within(lat.get(), MOST_LATITUDE, "latitude"),
                "lon", within(lon.get(), MOST_LONGITUDE, "longitude"))));
  }

  private static Value within(Value value, BigDecimal most, String what) throws ShapeException {
    BigDecimal degrees = Conversions.number(value);
    if (degrees.abs().compareTo(most) > 0) {
      throw new ShapeException("%s is no %s".formatted(degrees, what));
    }
    return new Value.Numeric(JsonNumbers.of(degrees.toString()));
  }

  private Optional<Value> joined(Source.Joined joined) throws ShapeException {
    List<String> texts = new ArrayList<>();
    for (AttributePath path : joined.from()) {
      Optional<Value> value = find(path);
      if (value.isPresent()) {
        addTexts(value.get(), texts);
      }
    }
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(new Value.Text(String.join(joined.between(), texts)));
  }

  private static void addTexts(Value value, List<String> texts) throws ShapeException {
    if (Conversions.isList(value)) {
      for (Value element : Conversions.elements(value)) {
        addTexts(element, texts);
      }
    } else if (!(value instanceof Value.Null)) {
      Value text = Conversions.convert(Conversion.TEXT, value);
      texts.add(((Value.Text) text).text());
    }
  }
}
