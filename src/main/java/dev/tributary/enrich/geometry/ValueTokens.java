package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.core.JsonToken;
import dev.tributary.change.Value;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/** The tokens of a map inside an item. Sets and bytes are no JSON, and no geometry either. */
final class ValueTokens implements Tokens {

  private final int limit;
  private final Deque<Frame> open = new ArrayDeque<>();
  private Value coming;
  private String text = "";

  ValueTokens(Value root, GeometryLimits limits) {
    this.coming = root;
    this.limit = limits.depth();
  }

  /** A map or a list whose entries are being given out. */
  private static final class Frame {
    private final Iterator<Map.Entry<String, Value>> entries;
    private final Iterator<Value> elements;
    private String name = "";
    private int index = -1;

    private Frame(Iterator<Map.Entry<String, Value>> entries, Iterator<Value> elements) {
      this.entries = entries;
      this.elements = elements;
    }
  }

  @Override
  public JsonToken next() throws RefusedGeometryException {
    if (coming != null) {
      Value value = coming;
      coming = null;
      return token(value);
    }
    Frame frame = open.peekLast();
    if (frame == null) {
      return null;
    }
    if (frame.entries != null) {
      if (!frame.entries.hasNext()) {
        open.removeLast();
        return JsonToken.END_OBJECT;
      }
      Map.Entry<String, Value> entry = frame.entries.next();
      coming = entry.getValue();
      frame.name = entry.getKey();
      text = frame.name;
      return JsonToken.FIELD_NAME;
    }
    if (!frame.elements.hasNext()) {
      open.removeLast();
      return JsonToken.END_ARRAY;
    }
    frame.index++;
    return token(frame.elements.next());
  }

  private JsonToken token(Value value) throws RefusedGeometryException {
    if (value instanceof Value.Numeric numeric) {
      text = numeric.digits();
      return JsonToken.VALUE_NUMBER_FLOAT;
    } else if (value instanceof Value.ListOf list) {
      return enter(new Frame(null, list.elements().iterator()), JsonToken.START_ARRAY);
    } else if (value instanceof Value.MapOf map) {
      return enter(new Frame(map.entries().entrySet().iterator(), null), JsonToken.START_OBJECT);
    } else if (value instanceof Value.Text string) {
      text = string.text();
      return JsonToken.VALUE_STRING;
    } else if (value instanceof Value.Bool bool) {
      return bool.value() ? JsonToken.VALUE_TRUE : JsonToken.VALUE_FALSE;
    }
    return value instanceof Value.Null ? JsonToken.VALUE_NULL : JsonToken.VALUE_EMBEDDED_OBJECT;
  }

  private JsonToken enter(Frame frame, JsonToken token) throws RefusedGeometryException {
    if (open.size() >= limit) {
      throw RefusedGeometryException.limit("depth", limit, "It is nested deeper than is read");
    }
    open.addLast(frame);
    return token;
  }

  @Override
  public String text() {
    return text;
  }

  @Override
  public double number() {
    return Double.parseDouble(text);
  }

  @Override
  public int depth() {
    return open.size();
  }

  @Override
  public String path() {
    StringBuilder path = new StringBuilder();
    for (Frame frame : open) {
      if (frame.entries == null) {
        path.append(frame.index < 0 ? "" : "[" + frame.index + "]");
      } else {
        path.append(path.isEmpty() || frame.name.isEmpty() ? "" : ".").append(frame.name);
      }
    }
    return path.toString();
  }
}
