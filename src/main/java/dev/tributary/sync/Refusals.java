package dev.tributary.sync;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What became of the last documents of each index, to notice when most are refused for one reason:
 * then it is not the documents that are wrong, but a mapping or a deployment. Thread-safe.
 */
public final class Refusals {

  /** How many documents are looked back at. */
  static final int LAST = 1000;

  /** What differs between two refusals of one kind: values, ids, numbers. */
  private static final Pattern PARTICULARS =
      Pattern.compile(
          // An id may hold quotes, and what comes behind it is the field's value.
          " in document with id '.*|'[^']*'|\"[^\"]*\"|`[^`]*`|Preview of field's value.*|(?<!\\bs)\\d+",
          Pattern.DOTALL);

  private static final int LONGEST_KIND = 200;

  private final int last;
  private final Map<String, Recent> byIndex = new HashMap<>();

  /**
   * @param last how many documents are looked back at
   */
  Refusals(int last) {
    this.last = last;
  }

  /** One index's last documents: a ring of the kinds of their refusals, null for none. */
  private static final class Recent {
    private final String[] kinds;
    private final Map<String, Integer> counts = new HashMap<>();

    /** Kinds that an operator wants to go on with, until they are rare again. */
    private final Set<String> accepted = new HashSet<>();

    private int next;
    private boolean full;

    Recent(int last) {
      this.kinds = new String[last];
    }

    void add(String kind) {
      String old = kinds[next];
      if (old != null) {
        counts.merge(old, -1, (count, less) -> count + less == 0 ? null : count + less);
      }
      if (kind != null) {
        counts.merge(kind, 1, Integer::sum);
      }
      kinds[next] = kind;
      next = (next + 1) % kinds.length;
      full |= next == 0;
      if (full && !accepted.isEmpty()) {
        accepted.removeIf(known -> counts.getOrDefault(known, 0) < kinds.length / 4);
      }
    }

    boolean most(String kind) {
      return full && counts.getOrDefault(kind, 0) * 2 > kinds.length && !accepted.contains(kind);
    }
  }

  /** A document was taken. */
  synchronized void taken(String index) {
    recent(index).add(null);
  }

  /**
   * A document was refused.
   *
   * @return the kind of its reason, if it is that of most by now
   */
  synchronized Optional<String> refused(String index, String reason) {
    String kind = kind(reason);
    Recent recent = recent(index);
    recent.add(kind);
    return recent.most(kind) ? Optional.of(kind) : Optional.empty();
  }

  /** Somebody looked at it: begins anew, and does not come back to that kind at once. */
  synchronized void accept(String index, String kind) {
    Recent anew = new Recent(last);
    anew.accepted.addAll(recent(index).accepted);
    anew.accepted.add(kind);
    byIndex.put(index, anew);
  }

  private Recent recent(String index) {
    Recent known = byIndex.get(index);
    return known == null ? byIndex.computeIfAbsent(index, name -> new Recent(last)) : known;
  }

  /** A reason without what differs from document to document. */
  public static String kind(String reason) {
    String kind = PARTICULARS.matcher(reason).replaceAll("…").strip();
    return kind.length() <= LONGEST_KIND ? kind : kind.substring(0, LONGEST_KIND) + "…";
  }
}
