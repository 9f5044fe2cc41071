package dev.tributary.sync;

import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.SequenceNumber;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.FirstGenerations;
import dev.tributary.index.PlayedHttp;
import dev.tributary.index.Tally;
import dev.tributary.stream.LeasedShard;
import dev.tributary.sync.PageSync.Page;
import dev.tributary.sync.PageSync.Written;
import dev.tributary.sync.PlayedTable.Shard;
import dev.tributary.sync.Waits.Waiting;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ItemReads.Scanned;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ObjLongConsumer;

/**
 * A worker whose threads, clocks and servers are the world's: a real {@link Engine}, and the part
 * of KCL played. It does only what the world tells it to.
 */
final class PlayedWorker {

  /** Ends what a worker was doing when it crashed. */
  static final class Crashed extends Error {
    private static final long serialVersionUID = 1;

    Crashed() {
      super("crashed", null, false, false);
    }
  }

  final String name;
  private final World world;
  private final Engine engine;
  private final List<PlayedCrew> crews = new ArrayList<>();
  private final Map<Shard, Reading> readings = new LinkedHashMap<>();
  private final List<Backfilling> pages = new ArrayList<>();
  private final PlayedCrew readers;
  private final Duration skew;
  boolean paused;
  boolean crashed;

  PlayedWorker(String name, World world, Documents documents, Enricher enricher, Duration skew) {
    this.name = name;
    this.world = world;
    this.skew = skew;
    this.readers = new PlayedCrew(this, world, "pages", 1);
    crews.add(readers);
    this.engine =
        new Engine(
            World.SETTINGS,
            documents,
            enricher,
            new Refusals(world.lastLookedAt()),
            Selection.ALL,
            new Outside(
                new PlayedHttp(world.index(), network()),
                FirstGenerations.DESTINATIONS,
                (table, key) -> world.read(this, key),
                letters(),
                (lack, now, due) -> {},
                holds(),
                clock(),
                world::nanos,
                world.many(),
                new Random(name.hashCode()),
                this::crew,
                new Tally(),
                Timings.NONE));
  }

  /** One shard in this worker's hands. */
  private final class Reading implements LeasedShard {
    final Shard shard;
    final long token;
    final ShardSync sync;
    long renewedAt = world.nanos();
    boolean lost;
    boolean busy;
    int next;

    Reading(Shard shard) {
      this.shard = shard;
      this.token = shard.token;
      this.next = shard.finished();
      this.sync = engine.open(this);
    }

    @Override
    public String name() {
      return shard.name;
    }

    @Override
    public boolean held() {
      lost |= world.nanos() - renewedAt > World.FAILOVER_NANOS;
      return !lost;
    }

    boolean owned() {
      return shard.owner == PlayedWorker.this && shard.token == token;
    }

    @Override
    public Checkpoint checkpoint(SequenceNumber done) {
      if (world.fails()) {
        return Checkpoint.TRY_LATER;
      }
      if (!owned()) {
        lost = true;
        return Checkpoint.LOST;
      }
      shard.checkpoint = Optional.of(done);
      world.tell(() -> name + " stores the checkpoint " + done + " of " + shard.name);
      return Checkpoint.STORED;
    }
  }

  private PlayedHttp.Network network() {
    return new PlayedHttp.Network() {
      @Override
      public void take(PlayedHttp.Exchange exchange) {
        world.send(PlayedWorker.this, exchange);
      }

      @Override
      public void await(PlayedHttp.Exchange exchange) {
        world.meanwhile(PlayedWorker.this, exchange::ended, exchange);
      }
    };
  }

  private LetterStore letters() {
    return new LetterStore() {
      @Override
      public void store(Letter letter, Instant now) {
        world.storeLetter(PlayedWorker.this, letter);
      }

      @Override
      public boolean clear(DocumentKey document, long version) {
        return world.clearLetter(PlayedWorker.this, document, version);
      }

      @Override
      public void each(String index, ObjLongConsumer<String> letter) {
        world.readLetters(PlayedWorker.this, index, letter);
      }
    };
  }

  private Gates.Store holds() {
    return new Gates.Store() {
      @Override
      public List<Hold> all() {
        return world.readHolds();
      }

      @Override
      public void hold(Hold hold) {
        world.hold(PlayedWorker.this, hold);
      }
    };
  }

  private Crew crew(String what, int threads) {
    PlayedCrew crew = new PlayedCrew(this, world, what, threads);
    crews.add(crew);
    return crew;
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return world.now().plus(skew);
      }
    };
  }

  /** Takes the lease of a shard. */
  void take(Shard shard) {
    shard.owner = this;
    shard.token++;
    shard.renewedAt = world.nanos();
    lose(shard);
    readings.put(shard, new Reading(shard));
    world.tell(
        () ->
            "%s takes %s, to read it from %s"
                .formatted(name, shard.name, shard.checkpoint.map(Object::toString).orElse("0")));
  }

  private void lose(Shard shard) {
    Reading lost = readings.remove(shard);
    if (lost != null) {
      lost.lost = true;
      lost.sync.lost();
    }
  }

  /** Renews the leases that are still this worker's, and hears which are not. */
  void renew() {
    for (Reading reading : List.copyOf(readings.values())) {
      if (reading.owned() && reading.held()) {
        reading.shard.renewedAt = world.nanos();
        reading.renewedAt = world.nanos();
      } else {
        lose(reading.shard);
        world.tell(() -> name + " hears that it lost " + reading.shard.name);
        if (reading.owned()) {
          reading.shard.owner = null;
        }
      }
    }
  }

  List<Shard> shards() {
    return List.copyOf(readings.keySet());
  }

  /** Brings some records of a shard, or its end; not while it is busy with others, as KCL. */
  void deliver(Shard shard, int most) {
    Reading reading = readings.get(shard);
    if (reading.busy) {
      return;
    }
    reading.busy = true;
    try {
      deliver(shard, reading, most);
    } finally {
      reading.busy = false;
    }
  }

  private void deliver(Shard shard, Reading reading, int most) {
    int end = Math.min(shard.records.size(), reading.next + most);
    if (end > reading.next) {
      int from = reading.next;
      reading.next = end;
      world.tell(
          () -> name + " reads " + World.texts(shard.records.subList(from, end)) + shard.name);
      reading.sync.accept(List.copyOf(shard.records.subList(from, end)));
    } else if (shard.closed && reading.sync.idle()) {
      if (reading.sync.finish() && reading.owned() && !world.fails()) {
        shard.ended = true;
        world.tell(() -> name + " stores that " + shard.name + " is finished");
      }
      lose(shard);
      if (!shard.ended && reading.owned()) {
        shard.owner = null;
      }
    }
  }

  void turn() {
    long unused = engine.writer().turn();
    long unusedToo = engine.pageWriter().turn();
    pages.removeIf(Backfilling::isGivenUp);
  }

  /** A page of a backfill, in this worker's hands for a while. */
  private final class Backfilling {
    final List<ItemKey> keys;
    final long since = world.nanos();
    final PageSync sync = engine.pages(this::held, action -> true);

    Backfilling(List<ItemKey> keys) {
      this.keys = keys;
    }

    boolean held() {
      return !crashed && world.nanos() - since < World.FAILOVER_NANOS;
    }

    boolean isGivenUp() {
      if (!held()) {
        world.abandoned(keys);
        return true;
      }
      return false;
    }

    void begin() {
      Instant readAt = clock().instant();
      List<Scanned> items = new ArrayList<>();
      for (ItemKey key : keys) {
        world.peek(key).ifPresent(item -> items.add(new Scanned(key, item)));
      }
      world.tell(() -> name + " reads a page: " + items.stream().map(Scanned::key).toList());
      sync.write(
          new Page(PlayedTable.NAME, readAt, items),
          written -> readers.execute(() -> tidy(written)));
    }

    private void tidy(Written written) {
      try {
        List<Optional<Item>> now = new ArrayList<>();
        for (ItemKey key : written.keys()) {
          now.add(world.read(PlayedWorker.this, key));
        }
        sync.tidy(written, now, deleted -> pages.remove(this));
      } catch (IllegalStateException e) {
        readers.execute(() -> tidy(written));
      }
    }
  }

  /** Writes some items as a backfill does, and reads them again. */
  void backfill(List<ItemKey> keys) {
    Backfilling page = new Backfilling(keys);
    pages.add(page);
    page.begin();
  }

  /** Looks at an item of a page that another worker may have written and not read again. */
  void takeOver(ItemKey key) {
    DocumentKey document = new DocumentKey(World.INDEX, key.pkText());
    Waiting waiting = new Waiting(document, PlayedTable.NAME, key, Optional.empty());
    engine.again(waiting, () -> !crashed, outcome -> {});
  }

  void checkpoint() {
    engine.checkpoint(() -> {});
  }

  /** Looks what is held back. */
  void look() {
    try {
      engine.gates().refresh();
    } catch (IllegalStateException e) {
      // The state table did not answer: it looks again.
    }
  }

  List<PlayedCrew> crews() {
    return List.copyOf(crews);
  }

  void crash() {
    crashed = true;
    pages.forEach(page -> world.abandoned(page.keys));
    crews.forEach(Crew::close);
  }

  /** Whether nothing is left for it to do. */
  boolean resting() {
    return pages.isEmpty()
        && crews.stream().allMatch(PlayedCrew::idle)
        && readings.values().stream()
            .allMatch(
                reading ->
                    reading.sync.idle()
                        && !reading.shard.closed
                        && reading.shard.finished() == reading.shard.records.size());
  }
}
