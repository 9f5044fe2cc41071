package dev.tributary.backfill;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.backfill.Doubt.Sight;
import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Owner;
import dev.tributary.index.WholeDocument;
import dev.tributary.table.LookedUp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Looks at documents again, each with its item: the items consistently, then the documents as they
 * are now, then the items once more, to see whether they changed meanwhile.
 */
final class Looks {

  private final Sources sources;
  private final Mapping mapping;
  private final Predicate<Owner> ours;

  /**
   * @param ours whether an item can be of our tables
   */
  Looks(Sources sources, Mapping mapping, Predicate<Owner> ours) {
    this.sources = sources;
    this.mapping = mapping;
    this.ours = ours;
  }

  /** What there is to see of each, in their order. */
  List<Sight> at(List<Doubt> doubts) throws OpenSearchUnavailableException, InterruptedException {
    List<DocumentKey> keys = doubts.stream().map(Doubt::document).toList();
    Map<Subject, LookedUp> before = items(doubts);
    List<Optional<WholeDocument>> stored = sources.documents(keys);
    Map<Subject, LookedUp> after = items(doubts);
    List<Sight> sights = new ArrayList<>(doubts.size());
    for (int i = 0; i < doubts.size(); i++) {
      Optional<Subject> subject = doubts.get(i).subject();
      sights.add(
          subject.isEmpty()
              ? foreign(stored.get(i))
              : sight(
                  doubts.get(i).document(),
                  subject.get(),
                  before.get(subject.get()),
                  after.get(subject.get()),
                  stored.get(i)));
    }
    return sights;
  }

  private Sight sight(
      DocumentKey document,
      Subject subject,
      LookedUp before,
      LookedUp after,
      Optional<WholeDocument> stored) {
    Wanted wanted = mapping.wanted(document, subject.table(), subject.key(), before);
    return new Sight(
        wanted.differs(subject.owner(), stored, mapping.preserved(document.index())),
        before.equals(after),
        wanted.fingerprint(),
        stored.map(WholeDocument::seqNo),
        stored.flatMap(WholeDocument::owner));
  }

  private Sight foreign(Optional<WholeDocument> stored) {
    return new Sight(
        stored
            .filter(document -> document.owner().filter(ours).isEmpty())
            .map(document -> Kind.FOREIGN),
        true,
        0,
        stored.map(WholeDocument::seqNo),
        stored.flatMap(WholeDocument::owner));
  }

  private Map<Subject, LookedUp> items(List<Doubt> doubts) throws InterruptedException {
    Map<String, List<Subject>> byTable = new HashMap<>();
    for (Doubt doubt : doubts) {
      doubt
          .subject()
          .ifPresent(of -> byTable.computeIfAbsent(of.table(), table -> new ArrayList<>()).add(of));
    }
    Map<Subject, LookedUp> found = new HashMap<>();
    for (Map.Entry<String, List<Subject>> entry : byTable.entrySet()) {
      List<ItemKey> keys = entry.getValue().stream().map(Subject::key).toList();
      List<LookedUp> items = sources.items(entry.getKey(), keys, true);
      for (int i = 0; i < keys.size(); i++) {
        found.put(entry.getValue().get(i), items.get(i));
      }
    }
    return found;
  }
}
