package dev.tributary.ops;

import dev.tributary.sync.Refusals;
import java.time.Instant;
import java.util.ArrayList;
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

  /** Of each reason so many documents are named. */
  private static final int EXAMPLES = 5;

  private static final String OTHERS = "(other reasons)";

  /**
   * @param reason without what differs from document to document
   * @param examples the ids of the first few of the documents
   * @param oldest since when the first of them is listed
   */
  public record Group(
      String index, String reason, long count, List<String> examples, Instant oldest) {

    public Group {
      examples = List.copyOf(examples);
    }

    /** The id of one of the documents. */
    public String example() {
      return examples.get(0);
    }

    private Group plus(String id, Instant since) {
      List<String> some = examples;
      if (some.size() < EXAMPLES) {
        some = new ArrayList<>(examples);
        some.add(id);
      }
      return new Group(index, reason, count + 1, some, oldest.isBefore(since) ? oldest : since);
    }
  }

  private record Name(String index, String reason) {}

  private final Map<Name, Group> groups = new HashMap<>();
  private long count;

  public void add(String index, String id, String reason, Instant since) {
    count++;
    Name name = new Name(index, Refusals.kind(reason));
    if (groups.size() >= MOST && !groups.containsKey(name)) {
      name = new Name(index, OTHERS);
    }
    Group known = groups.get(name);
    groups.put(
        name,
        known == null
            ? new Group(index, name.reason(), 1, List.of(id), since)
            : known.plus(id, since));
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
