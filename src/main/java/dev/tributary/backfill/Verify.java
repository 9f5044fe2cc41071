package dev.tributary.backfill;

import dev.tributary.change.ItemKey;
import dev.tributary.document.Documents;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.DocumentOwners;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Owner;
import dev.tributary.index.WholeDocuments;
import dev.tributary.sync.Completion;
import dev.tributary.sync.ObjectLooks;
import dev.tributary.sync.Repair;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Compares tables and indexes by content, both ways: first each item's documents, then each
 * document's item. Workers may run meanwhile. Memory does not grow with the tables. For one run.
 */
public final class Verify implements AutoCloseable {

  /** Requests at once. */
  private static final int FEW = 4;

  private final Scope scope;
  private final ObjectLooks.Keys keys;
  private final Pauses pauses;
  private final ReadUnits readUnits;
  private final Progress progress;
  private final Doubts doubts;
  private final TableWalk tables;
  private final IndexWalk indexes;
  private final Tally tally = new Tally();
  private final Hands walkers = new Hands("verify", FEW);
  private final Hands menders = new Hands("repair", FEW);
  private final long start;
  private boolean complete;

  /** Makes a document equal to its item, as {@link Repair} does. */
  @FunctionalInterface
  public interface Mender {
    Repair.Result at(DocumentKey document, String table, ItemKey item)
        throws OpenSearchUnavailableException;
  }

  /**
   * How it is done.
   *
   * @param objects whether they are fetched; else the fields that they fill are not compared
   * @param patience how long a document must differ to be told of
   * @param pageItems the most items of a page of a scan
   * @param mender absent where nothing is to be written
   */
  public record Manner(boolean objects, Duration patience, int pageItems, Optional<Mender> mender) {
    public Manner {
      Objects.requireNonNull(patience, "patience");
      Objects.requireNonNull(mender, "mender");
    }
  }

  /**
   * What it reads.
   *
   * @param readUnits the meter of the items
   * @param keys makes an item's key from its texts
   */
  public record Servers(
      ItemReads items,
      ReadUnits readUnits,
      ObjectLooks.Keys keys,
      WholeDocuments documents,
      DocumentOwners owners,
      Listings listings) {}

  /**
   * @param tell about each difference, one at a time
   * @param say how far it has come, in one line
   */
  public Verify(
      Scope scope,
      Manner manner,
      Completion completion,
      Servers servers,
      Pauses pauses,
      Consumer<Deviation> tell,
      Consumer<String> say) {
    this(scope, manner, completion, servers, pauses, new HashSet<>(), tell, say);
  }

  /**
   * @param told documents that were told of by an item that they are not of; grows
   */
  public Verify(
      Scope scope,
      Manner manner,
      Completion completion,
      Servers servers,
      Pauses pauses,
      Set<DocumentKey> told,
      Consumer<Deviation> tell,
      Consumer<String> say) {
    this.scope = scope;
    this.keys = servers.keys();
    this.pauses = pauses;
    this.readUnits = servers.readUnits();
    this.start = pauses.nanoTime();
    this.progress = new Progress(say, pauses);
    Sources sources = new ServerSources(servers.items(), servers.documents(), servers.listings());
    Mapping mapping = new Mapping(new Documents(scope.settings()), completion, manner.objects());
    Reports reports =
        new Reports(
            tally, tell, progress, manner.mender(), this::key, sources, mapping, menders, told);
    this.doubts =
        new Doubts(
            new Looks(sources, mapping, owner -> key(owner).isPresent()),
            sources,
            manner.patience(),
            Doubts.MOST,
            pauses,
            reports);
    this.tables =
        new TableWalk(
            servers.items(),
            manner.pageItems(),
            sources,
            mapping,
            scope,
            doubts,
            tally,
            this::tick);
    this.indexes =
        new IndexWalk(
            servers.owners(),
            this::key,
            sources,
            mapping,
            scope,
            doubts,
            tally,
            reports::told,
            this::tick);
  }

  private void tick() {
    progress.at(tally::toString);
  }

  /** Nothing where no item of our tables can have such a key. */
  private Optional<ItemKey> key(Owner owner) {
    try {
      return Optional.of(keys.of(owner.table(), owner.pk(), owner.sk()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  public void run() throws OpenSearchUnavailableException, InterruptedException {
    for (String table : scope.tables()) {
      tables.walk(table, walkers);
    }
    // Before the other walk, which is not to tell of the same documents once more.
    doubts.settle();
    for (String index : scope.indexes()) {
      indexes.walk(index, walkers);
    }
    doubts.settle();
    complete = true;
  }

  /** Only a part, instead of all. */
  public void run(VerifyPart part) throws OpenSearchUnavailableException, InterruptedException {
    if (part instanceof VerifyPart.OfTable of) {
      tables.walk(of.table(), of.segment());
    } else {
      VerifyPart.OfIndex of = (VerifyPart.OfIndex) part;
      indexes.walk(of.index(), of.slice(), walkers);
    }
    doubts.settle();
    complete = true;
  }

  /** Also of a run that ended early. */
  public VerifySummary summary() {
    return tally.summary(complete, readUnits.spent(), (pauses.nanoTime() - start) / 1e9);
  }

  @Override
  public void close() {
    walkers.close();
    menders.close();
  }
}
