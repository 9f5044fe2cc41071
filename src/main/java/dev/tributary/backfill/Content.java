package dev.tributary.backfill;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.change.SyncFields;
import dev.tributary.document.Action;
import dev.tributary.sync.Completed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;

/**
 * What a document says: all its fields but {@code _sync}, which tells where they came from, and but
 * those of other programs.
 */
final class Content {

  /** Numbers are compared digit by digit: a double would call different ones the same. */
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private Content() {}

  static ObjectNode of(byte[] json) {
    try {
      return of((ObjectNode) JSON.readTree(json), Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Takes the source, to be changed. */
  static ObjectNode of(ObjectNode source, Set<String> preserved) {
    source.remove(SyncFields.SYNC);
    source.remove(preserved);
    return source;
  }

  /** Of a document that there should be. */
  static ObjectNode of(Completed completed) {
    return of(((Action.Index) completed.action()).body().bytes());
  }

  /**
   * Whether a document is what there should be. OpenSearch may have refused the first form of it
   * and taken a simpler one.
   *
   * @param stored its content, to be changed
   */
  static boolean isOf(ObjectNode stored, Completed completed) {
    // What objects that are not there would fill may be there from before.
    stored.remove(completed.lackingFields());
    Optional<Completed> form = Optional.of(completed);
    while (form.isPresent() && !stored.equals(of(form.get()))) {
      form = form.get().simpler("");
    }
    return form.isPresent();
  }
}
