package dev.tributary.backfill;

import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.backfill.Deviation.Mended;
import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Owner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Counts and tells what became of each doubt, and has mended what differs. One thread at a time:
 * the one that settles.
 */
final class Reports implements Doubts.Endings {

  /** Beyond so many, a document that is another item's may be told of twice. */
  private static final int MOST_TOLD = 100_000;

  private final Tally tally;
  private final Consumer<Deviation> tell;
  private final Progress progress;
  private final Optional<Verify.Mender> mender;
  private final Function<Owner, Optional<ItemKey>> keys;
  private final Sources sources;
  private final Mapping mapping;
  private final Hands hands;
  private final Set<DocumentKey> told;

  /**
   * @param told grows by documents that are told of by an item that they are not of
   */
  Reports(
      Tally tally,
      Consumer<Deviation> tell,
      Progress progress,
      Optional<Verify.Mender> mender,
      Function<Owner, Optional<ItemKey>> keys,
      Sources sources,
      Mapping mapping,
      Hands hands,
      Set<DocumentKey> told) {
    this.tally = tally;
    this.tell = tell;
    this.progress = progress;
    this.mender = mender;
    this.keys = keys;
    this.sources = sources;
    this.mapping = mapping;
    this.hands = hands;
    this.told = told;
  }

  /**
   * Whether a document was told of by an item that it is not of: then the walk over the indexes,
   * which knows it by what it is of, need not tell of it too.
   */
  boolean told(DocumentKey document) {
    return told.contains(document);
  }

  @Override
  public void equal(Doubt doubt) {
    tally.lookedAtAgain.incrementAndGet();
    if (doubt.expected()) {
      tally.equal.incrementAndGet();
    }
  }

  @Override
  public void listed(Doubt doubt) {
    tally.lookedAtAgain.incrementAndGet();
    tally.listed.incrementAndGet();
    remember(doubt);
  }

  @Override
  public void changing(Doubt doubt) {
    tally.lookedAtAgain.incrementAndGet();
    tally.changing.incrementAndGet();
    remember(doubt);
  }

  @Override
  public void differ(List<Doubt> doubts)
      throws OpenSearchUnavailableException, InterruptedException {
    List<Callable<Deviation>> tasks = new ArrayList<>(doubts.size());
    for (Doubt doubt : doubts) {
      tasks.add(() -> mended(doubt));
      remember(doubt);
    }
    for (Deviation deviation : hands.all(tasks)) {
      tally.lookedAtAgain.incrementAndGet();
      tally.found(deviation);
      tell.accept(deviation);
    }
  }

  private void remember(Doubt doubt) {
    if (doubt.isAnothers() && told.size() < MOST_TOLD) {
      told.add(doubt.document());
    }
  }

  private Deviation mended(Doubt doubt)
      throws OpenSearchUnavailableException, InterruptedException {
    Deviation deviation = doubt.deviation();
    if (mender.isEmpty() || !deviation.kind().mendable()) {
      return deviation;
    }
    if (deviation.kind() == Kind.CLASHING && isContested(doubt)) {
      return deviation.with(Mended.CONTESTED);
    }
    Subject item = doubt.subject().orElseThrow();
    return deviation.with(
        switch (mender.get().at(doubt.document(), item.table(), item.key())) {
          case MENDED -> Mended.YES;
          case WAITING -> Mended.WAITING;
          case REFUSED -> Mended.REFUSED;
        });
  }

  /** Whether the item that has the document asks for it too: then either would be as wrong. */
  private boolean isContested(Doubt doubt) throws InterruptedException {
    Optional<Owner> owner = doubt.last().owner();
    Optional<ItemKey> key = owner.flatMap(keys);
    if (key.isEmpty()) {
      return false;
    }
    String table = owner.get().table();
    return sources.items(table, List.of(key.get()), true).stream()
        .anyMatch(found -> mapping.mayAskFor(doubt.document(), table, key.get(), found));
  }

  @Override
  public void waiting(int doubts, Duration age) {
    Supplier<String> line =
        () -> "%s; %,d documents differ for now and are looked at again".formatted(tally, doubts);
    if (age.isZero()) {
      progress.now(line);
    } else {
      progress.at(line);
    }
  }
}
