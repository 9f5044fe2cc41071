package dev.tributary.index;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The lines of a bulk request, whose documents are named as OpenSearch knows them. Every action
 * asks for an alias, so that a missing one is an error and never an index made by accident.
 *
 * <p>OpenSearch does not heed that on deletes, and a delete with an external version does make the
 * index. But one action of a bulk that asks for the alias is enough for all of the same index: so
 * an index with nothing but deletes gets a guard, a write whose condition never holds.
 */
final class BulkBody {

  private static final byte[] EMPTY = {'{', '}'};
  private static final Condition NEVER = new Condition.Unchanged(Long.MAX_VALUE, 1);

  private final Lines lines;
  private final Set<String> heeded = new HashSet<>();
  private final Map<String, DocumentKey> unheeded = new LinkedHashMap<>();
  private int guards;

  BulkBody(int expectedBytes) {
    this(new Lines(expectedBytes), expectedBytes);
  }

  /**
   * @param lines to be written to: what they had before is gone
   */
  BulkBody(Lines lines, int expectedBytes) {
    this.lines = lines;
    lines.clear(expectedBytes);
  }

  /**
   * @param to where it goes
   */
  BulkBody add(Write write, Generation to) {
    DocumentKey placed = to.placed(write.document());
    return write.body().isPresent()
        ? index(placed, write.body().get(), new Condition.AtVersion(write.version()))
        : delete(placed, new Condition.AtVersion(write.version()));
  }

  BulkBody index(DocumentKey document, byte[] body, Condition condition) {
    heeded.add(document.index());
    action(condition instanceof Condition.Absent ? "create" : "index", document, condition);
    lines.writeBytes(body);
    lines.write('\n');
    return this;
  }

  BulkBody delete(DocumentKey document, Condition condition) {
    if (condition instanceof Condition.AtVersion) {
      unheeded.putIfAbsent(document.index(), document);
    }
    action("delete", document, condition);
    return this;
  }

  /** Adds the guards and gives the whole request: to be called once. */
  Payload whole() {
    unheeded.keySet().removeAll(heeded);
    guards = unheeded.size();
    // On the shard of a document that is deleted anyway, so that no other has to be asked.
    unheeded.values().forEach(document -> index(document, EMPTY, NEVER));
    return lines;
  }

  /** How many guards stand behind the actions, and are answered behind them. */
  int guards() {
    return guards;
  }

  private void action(String operation, DocumentKey document, Condition condition) {
    lines.ascii("{\"");
    lines.ascii(operation);
    lines.ascii("\":{\"_index\":");
    lines.quoted(document.index());
    lines.ascii(",\"_id\":");
    lines.quoted(document.id());
    lines.ascii(",\"require_alias\":true");
    if (condition instanceof Condition.AtVersion at) {
      lines.ascii(",\"version\":");
      lines.ascii(Long.toString(at.version()));
      lines.ascii(",\"version_type\":\"external_gte\"");
    } else if (condition instanceof Condition.Unchanged unchanged) {
      lines.ascii(",\"if_seq_no\":");
      lines.ascii(Long.toString(unchanged.seqNo()));
      lines.ascii(",\"if_primary_term\":");
      lines.ascii(Long.toString(unchanged.primaryTerm()));
    }
    lines.ascii("}}\n");
  }
}
