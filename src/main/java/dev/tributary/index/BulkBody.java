package dev.tributary.index;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines of a bulk request. Every action asks for an alias, so that a missing one is an error
 * and never an index made by accident.
 */
final class BulkBody {

  private final ByteArrayOutputStream lines;

  BulkBody(int expectedBytes) {
    this.lines = new ByteArrayOutputStream(Math.max(256, expectedBytes));
  }

  BulkBody add(Write write) {
    return write.body().isPresent()
        ? index(write.document(), write.body().get(), new Condition.AtVersion(write.version()))
        : delete(write.document(), new Condition.AtVersion(write.version()));
  }

  BulkBody index(DocumentKey document, byte[] body, Condition condition) {
    action(condition instanceof Condition.Absent ? "create" : "index", document, condition);
    lines.writeBytes(body);
    lines.write('\n');
    return this;
  }

  BulkBody delete(DocumentKey document, Condition condition) {
    action("delete", document, condition);
    return this;
  }

  byte[] bytes() {
    return lines.toByteArray();
  }

  private void action(String operation, DocumentKey document, Condition condition) {
    text("{\"" + operation + "\":{\"_index\":\"");
    quoted(document.index());
    text("\",\"_id\":\"");
    quoted(document.id());
    text("\",\"require_alias\":true");
    if (condition instanceof Condition.AtVersion at) {
      text(",\"version\":" + at.version() + ",\"version_type\":\"external_gte\"");
    } else if (condition instanceof Condition.Unchanged unchanged) {
      text(",\"if_seq_no\":" + unchanged.seqNo());
      text(",\"if_primary_term\":" + unchanged.primaryTerm());
    }
    text("}}\n");
  }

  private void text(String ascii) {
    lines.writeBytes(ascii.getBytes(StandardCharsets.US_ASCII));
  }

  private void quoted(String value) {
    lines.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(value));
  }
}
