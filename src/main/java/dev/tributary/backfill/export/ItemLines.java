package dev.tributary.backfill.export;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.document.MalformedValueException;
import dev.tributary.document.TypedValues;
import dev.tributary.table.ItemReads.Scanned;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The items of a file, one line each: {@code {"Item":{"pk":{"S":"…"}}}}. One line is in memory at a
 * time. For one thread.
 */
public final class ItemLines implements AutoCloseable {

  private static final int BUFFER = 1 << 16;
  private static final String ITEM = "Item";

  private final String name;
  private final Checksum stored;
  private final DataFile file;
  private final Settings.Key key;
  private Line line;
  private long read;

  ItemLines(String name, Checksum stored, DataFile file, Settings.Key key) {
    this.name = name;
    this.stored = stored;
    this.file = file;
    this.key = key;
  }

  /** Passes over items that were read before. */
  public void skip(long items) throws ExportException, IOException {
    while (read < items) {
      if (!advance()) {
        throw damaged("ends there, and %d items of it were read before".formatted(items));
      }
    }
  }

  /**
   * @return nothing at the end, once the checksum and the number of items are found to be right
   */
  public Optional<Scanned> next() throws ExportException, IOException {
    if (advance()) {
      return Optional.of(item());
    }
    stored.verify();
    if (read != file.items()) {
      throw damaged("has %d items, and the manifest says %d".formatted(read, file.items()));
    }
    return Optional.empty();
  }

  /** How many items were read or passed over. */
  public long read() {
    return read;
  }

  /** How many bytes the last item's line had. */
  public int bytes() {
    return line.length();
  }

  private boolean advance() throws ExportException, IOException {
    try {
      if (line == null) {
        line = new Line(new GZIPInputStream(stored, BUFFER));
      }
      if (!line.next()) {
        return false;
      }
    } catch (EOFException | ZipException e) {
      throw damaged("cannot be unpacked any further: " + e.getMessage());
    } catch (Line.TooLongException e) {
      throw damaged("is over %d bytes long".formatted(Line.MOST_BYTES));
    }
    read++;
    return true;
  }

  private Scanned item() throws ExportException, IOException {
    try (JsonParser json = TypedValues.JSON.createParser(line.bytes(), 0, line.length())) {
      boolean opened =
          json.nextToken() == JsonToken.START_OBJECT
              && ITEM.equals(json.nextFieldName())
              && json.nextToken() == JsonToken.START_OBJECT;
      if (!opened) {
        throw damaged("is not of the form {\"Item\":{…}}");
      }
      Map<String, Value> attributes = TypedValues.attributes(json);
      if (json.nextToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        throw damaged("has more than one item");
      }
      return new Scanned(keyOf(attributes), new Item(attributes));
    } catch (JsonProcessingException e) {
      throw damaged("is not JSON: " + e.getOriginalMessage());
    } catch (MalformedValueException e) {
      throw damaged(e.getMessage());
    }
  }

  private ItemKey keyOf(Map<String, Value> attributes) throws ExportException {
    Value.Scalar pk = scalar(attributes, key.pk());
    return key.sk().isPresent()
        ? ItemKey.of(pk, scalar(attributes, key.sk().get()))
        : ItemKey.of(pk);
  }

  private Value.Scalar scalar(Map<String, Value> attributes, String of) throws ExportException {
    if (attributes.get(of) instanceof Value.Scalar scalar) {
      return scalar;
    }
    throw damaged("has no key attribute '%s'; it has %s".formatted(of, attributes.keySet()));
  }

  private ExportException damaged(String why) {
    return new ExportException(
        "%s, line %d: %s; copy the file again, make the export anew, or load the table without it"
            .formatted(name, line == null ? 1 : line.number(), why));
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
