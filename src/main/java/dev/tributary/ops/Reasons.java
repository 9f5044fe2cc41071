package dev.tributary.ops;

import dev.tributary.sync.Refusals;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts documents by why they are listed, without keeping them: however many there are, there are
 * few reasons, once ids, values and numbers are left out of them.
 */
public final class Reasons {

  /** Beyond that many, reasons are counted together. */
  private static final int MOST = 200;

  private static final String OTHERS = "(other reasons)";

  /**
   * @param reason without what differs from document to document
   * @param example the id of one of the documents
   * @param oldest since when the first of them is listed
   */
  public record Group(String index, String reason, long count, String example, Instant oldest) {}

  private record Name(String index, String reason) {}

  private final Map<Name, Group> groups = new HashMap<>();
  private long count;

  void add(String index, String id, String reason, Instant since) {
    count++;
    Name name = new Name(index, Refusals.kind(reason));
    if (groups.size() >= MOST && !groups.containsKey(name)) {
      name = new Name(index, OTHERS);
    }
    groups.merge(
        name,
        new Group(index, name.reason(), 1, id, since),
        (known, one) ->
            new Group(
                index,
                known.reason(),
                known.count() + 1,
                known.example(),
                known.oldest().isBefore(since) ? known.oldest() : since));
  }

  public long count() {
    return count;
  }

  /** The most frequent first. */
  public List<Group> groups() {
    return groups.values().stream()
        .sorted(
            Comparator.comparingLong(Group::count)
                .reversed()
                .thenComparing(Group::index)
                .thenComparing(Group::reason))
        .toList();
  }
}
