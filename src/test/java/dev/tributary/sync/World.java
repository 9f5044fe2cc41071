package dev.tributary.sync;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.document.Documents;
import dev.tributary.document.Version;
import dev.tributary.enrich.Enricher;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.PlayedHttp.Exchange;
import dev.tributary.index.PlayedIndex;
import dev.tributary.sync.PlayedTable.Shard;
import dev.tributary.sync.PlayedWorker.Crashed;
import dev.tributary.table.DeadLetters.Letter;
import dev.tributary.table.Holds.Cause;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.Holds.What;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A table, its stream, OpenSearch and some workers, all on one thread: a list of numbers says what
 * happens, in which order, and what is lost on the way. Where a worker waits for an answer, the
 * world goes on inside that call.
 */
final class World {

  static final String INDEX = "places";
  static final Settings SETTINGS =
      SyncFakes.with(
          SyncFakes.settings(PlayedTable.NAME, INDEX),
          new Pull(
              AttributePath.parse("outline"),
              Pull.Source.ITEM,
              new Pull.Geometry("outline", Optional.empty(), Optional.empty(), Swapped.REJECT)));
  static final long FAILOVER_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int MOST_WORKERS = 3;
  private static final int MOST_INSIDE = 2;
  private static final int PATIENCE = 25;
  private static final Instant BEGINNING = Instant.parse("2026-03-01T12:00:30Z");

  private record Sent(PlayedWorker worker, Exchange exchange) {}

  private final Traits traits;
  private final Documents documents;
  private final Enricher enricher;
  private final PlayedTable table;
  private final PlayedIndex index = new PlayedIndex();
  private final Map<String, Letter> letters = new TreeMap<>();
  private final Map<String, Hold> holds = new TreeMap<>();
  private final List<PlayedWorker> workers = new ArrayList<>();
  private final List<ItemKey> abandoned = new ArrayList<>();
  private final List<Sent> network = new ArrayList<>();
  private final List<String> story = new ArrayList<>();
  private final Map<String, Integer> happened = new TreeMap<>();
  private final boolean telling;

  private SplittableRandom random;
  private long nanos;
  private Duration clockBack = Duration.ZERO;
  private int inside;
  private int started;
  private boolean calm;
  private boolean restless;

  World(Traits traits, Documents documents, Enricher enricher, boolean telling) {
    this.traits = traits;
    this.documents = documents;
    this.enricher = enricher;
    this.table = new PlayedTable(traits);
    this.telling = telling;
    this.random = new SplittableRandom(0);
    start();
    table.shards().forEach(workers.get(0)::take);
  }

  /** Lets one thing happen; a number always means the same, as far as it can happen. */
  void step(long number) {
    random = new SplittableRandom(number);
    happen(traits.event(random));
  }

  private void happen(Event event) {
    nanos += random.nextLong(20_000_000);
    try {
      switch (event) {
        case WRITE -> write();
        case DELIVER -> awake().ifPresent(this::deliver);
        case TURN -> awake().ifPresent(PlayedWorker::turn);
        case NETWORK -> pick(network).ifPresent(this::carry);
        case WORK -> awake().flatMap(this::crew).ifPresent(PlayedCrew::work);
        case CHECKPOINT -> awake().ifPresent(PlayedWorker::checkpoint);
        case RENEW -> awake().ifPresent(PlayedWorker::renew);
        case TAKE -> awake().ifPresent(this::take);
        case TIME -> time();
        case START -> start();
        case CRASH -> pick(workers).ifPresent(this::crash);
        case PAUSE -> awake().ifPresent(this::pause);
        case WAKE -> pick(workers).ifPresent(this::wake);
        case RESTART -> restart();
        case ROLL -> roll();
        case STEAL -> steal();
        case HOLD -> hold();
        case RELEASE -> release();
        case LOOK -> awake().ifPresent(PlayedWorker::look);
        case PAGE -> awake().ifPresent(this::page);
      }
    } catch (Crashed e) {
      // Whatever it was doing ends here.
    }
  }

  private void write() {
    int key = random.nextInt(traits.keys());
    if (traits.clockGoesBack() && random.nextInt(6) == 0) {
      clockBack = Duration.ofSeconds(random.nextInt(traits.minutes() ? 120 : 4));
    }
    Instant dated = now().minus(clockBack);
    if (random.nextInt(3) == 0) {
      table
          .remove(key, dated)
          .ifPresent(
              change -> {
                count("changes");
                tell(() -> "Somebody removes " + text(change));
              });
    } else {
      boolean poison = traits.poison() > 0 && random.nextInt(traits.poison()) == 0;
      Change change = table.put(key, poison, dated);
      count(poison ? "refused items" : "changes");
      tell(() -> "Somebody puts " + text(change) + (poison ? ", which the mapping refuses" : ""));
    }
  }

  private void deliver(PlayedWorker worker) {
    int most = 1 + random.nextInt(4);
    pick(worker.shards()).ifPresent(shard -> worker.deliver(shard, most));
  }

  /** A crew that has something to do, unless too much is going on inside of other things. */
  private Optional<PlayedCrew> crew(PlayedWorker worker) {
    return inside > MOST_INSIDE
        ? Optional.empty()
        : pick(worker.crews().stream().filter(PlayedCrew::ready).toList());
  }

  /** Reads a page of the table, to write it. */
  private void page(PlayedWorker worker) {
    List<ItemKey> keys = new ArrayList<>();
    for (int number = 0; number < traits.keys(); number++) {
      if (random.nextBoolean()) {
        keys.add(PlayedTable.key(number));
      }
    }
    count("pages of a backfill");
    worker.backfill(keys);
  }

  private void take(PlayedWorker worker) {
    List<Shard> free = table.shards().stream().filter(this::free).toList();
    if (random.nextBoolean()) {
      free.forEach(worker::take);
    } else {
      pick(free).ifPresent(worker::take);
    }
  }

  private boolean free(Shard shard) {
    return !shard.ended
        && shard.parent.map(parent -> parent.ended).orElse(true)
        && (shard.owner == null || nanos - shard.renewedAt > FAILOVER_NANOS);
  }

  private void time() {
    long passed =
        random.nextInt(6) == 0
            ? FAILOVER_NANOS + random.nextLong(FAILOVER_NANOS)
            : random.nextLong(3_000_000_000L);
    nanos += passed;
    tell(() -> "%.1f s pass".formatted(passed / 1e9));
  }

  private void start() {
    if (workers.size() < MOST_WORKERS) {
      // Clocks of workers and of DynamoDB are never quite the same.
      Duration skew = Duration.ofSeconds(random.nextInt(41) - 20);
      String name = "worker-" + ++started;
      workers.add(new PlayedWorker(name, this, documents, enricher, skew));
      tell(() -> name + " starts");
    }
  }

  private void crash(PlayedWorker worker) {
    worker.crash();
    count("crashes");
    workers.remove(worker);
    tell(() -> worker.name + " crashes");
  }

  private void pause(PlayedWorker worker) {
    worker.paused = true;
    count("pauses");
    tell(() -> worker.name + " stands still");
  }

  private void wake(PlayedWorker worker) {
    if (worker.paused) {
      worker.paused = false;
      tell(() -> worker.name + " goes on");
    }
  }

  private void restart() {
    if (traits.restarts()) {
      tell(() -> "OpenSearch restarts, and forgets its tombstones");
      index.restart();
      count("restarts of OpenSearch");
      for (Sent sent : List.copyOf(network)) {
        sent.exchange().fail(new ConnectException("the connection broke"));
      }
      network.clear();
    }
  }

  private void roll() {
    Shard old = table.roll(random.nextInt(2));
    count("rolled shards");
    tell(() -> old.name + " ends, and goes on in a child");
  }

  /** As KCL does to share shards evenly: the old owner hears of it later. */
  private void steal() {
    if (traits.steals()) {
      Optional<PlayedWorker> thief = awake();
      Optional<Shard> shard =
          pick(
              table.shards().stream()
                  .filter(held -> held.owner != null && !held.ended)
                  .filter(held -> thief.isPresent() && held.owner != thief.get())
                  .toList());
      shard.ifPresent(
          stolen -> {
            count("stolen leases");
            thief.get().take(stolen);
          });
    }
  }

  private void hold() {
    if (traits.holds()) {
      boolean whole = random.nextBoolean();
      Hold hold =
          new Hold(
              whole ? What.TABLE : What.INDEX,
              whole ? PlayedTable.NAME : INDEX,
              Cause.OPERATOR,
              "a test",
              "somebody",
              now());
      holds.put(hold.what() + "#" + hold.cause(), hold);
      count("holds by operators");
      tell(() -> "Somebody holds back the " + hold.what());
    }
  }

  private void release() {
    if (!holds.isEmpty()) {
      tell(() -> "Somebody releases " + holds.keySet());
      holds.clear();
    }
  }

  /** Something becomes of a request. */
  private void carry(Sent sent) {
    Exchange exchange = sent.exchange();
    int chance = calm ? 0 : random.nextInt(100);
    if (exchange.ended()) {
      // Late: who sent it gave it up long ago.
      if (calm ? !restless : chance < 90) {
        return;
      }
      network.remove(sent);
      if (!exchange.arrived() && (!traits.clockGoesBack() || exchange.isKnown())) {
        exchange.arrive();
        count("late requests");
        tell(() -> "late, " + exchange + " of " + sent.worker().name + " reaches OpenSearch");
      }
    } else if (exchange.arrived()) {
      network.remove(sent);
      if (chance < 40 + traits.arriving() / 2) {
        exchange.answer();
      } else {
        tell(() -> "the answer to " + exchange + " of " + sent.worker().name + " is lost");
        count("lost answers");
        exchange.fail(lost());
      }
    } else {
      send(sent, exchange, chance);
    }
  }

  private void send(Sent sent, Exchange exchange, int chance) {
    Supplier<String> what = () -> exchange + " of " + sent.worker().name;
    if (chance < traits.arriving()) {
      exchange.arrive();
      tell(() -> what.get() + " reaches OpenSearch" + stored());
    } else {
      fail(sent, exchange, random.nextInt(100), what);
    }
  }

  private void fail(Sent sent, Exchange exchange, int chance, Supplier<String> what) {
    if (traits.late() && random.nextBoolean()) {
      exchange.fail(new SocketTimeoutException("no answer in time"));
      tell(() -> what.get() + " is given up, but still on its way");
    } else if (chance < 35 && exchange.isBulk()) {
      exchange.arrivePartly(random.nextInt(2));
      count("partly full queues");
      tell(() -> what.get() + " reaches OpenSearch, whose queue is full for some" + stored());
    } else if (chance < 65) {
      exchange.turnAway(random.nextBoolean() ? 429 : 503);
      count("requests turned away");
      tell(() -> what.get() + " is turned away");
    } else {
      network.remove(sent);
      exchange.fail(lost());
      count("lost requests");
      tell(() -> what.get() + " never arrives");
    }
  }

  private String stored() {
    StringBuilder stored = new StringBuilder();
    for (int key = 0; key < PlayedTable.KEYS; key++) {
      stored.append("\n      k").append(key).append(": ").append(index.describe("k" + key));
    }
    return stored.toString();
  }

  private Exception lost() {
    return random.nextBoolean()
        ? new SocketTimeoutException("no answer in time")
        : new ConnectException("the connection broke");
  }

  // What workers ask of the world.

  PlayedIndex index() {
    return index;
  }

  long nanos() {
    return nanos;
  }

  Instant now() {
    return BEGINNING.plusNanos(nanos);
  }

  /** Whether a server fails that usually does not. */
  boolean fails() {
    boolean fails = !calm && random.nextInt(12) == 0;
    if (fails) {
      count("failures of DynamoDB");
    }
    return fails;
  }

  void send(PlayedWorker worker, Exchange exchange) {
    count("requests");
    network.add(new Sent(worker, exchange));
  }

  /** As a scan sees it. */
  Optional<Item> peek(ItemKey key) {
    return table.read(key);
  }

  Optional<Item> read(PlayedWorker worker, ItemKey key) {
    sometimes(worker);
    if (fails()) {
      throw new IllegalStateException("the table does not answer");
    }
    Optional<Item> item = table.read(key);
    tell(
        () ->
            worker.name + " reads the item " + key + ": " + (item.isPresent() ? "there" : "gone"));
    sometimes(worker);
    return item;
  }

  /**
   * A page that somebody read and did not bring to its end: whoever takes it over makes it good.
   */
  void abandoned(List<ItemKey> keys) {
    abandoned.addAll(keys);
  }

  private void takeOver(PlayedWorker worker) {
    Set<ItemKey> keys = new LinkedHashSet<>(abandoned);
    if (!keys.isEmpty()) {
      count("pages taken over");
    }
    abandoned.clear();
    keys.forEach(worker::takeOver);
  }

  void storeLetter(PlayedWorker worker, Letter letter) {
    askStateTable(worker);
    Letter known = letters.get(letter.id());
    if (known == null || known.version() <= letter.version()) {
      letters.put(letter.id(), letter);
      count("dead letters");
      tell(() -> worker.name + " stores a letter for " + letter.id());
    }
  }

  boolean clearLetter(PlayedWorker worker, DocumentKey document, long version) {
    askStateTable(worker);
    Letter known = letters.get(document.id());
    boolean newer = known != null && known.version() > version;
    if (known != null && !newer) {
      letters.remove(document.id());
      tell(() -> worker.name + " clears the letter for " + document.id());
    }
    return !newer;
  }

  void readLetters(PlayedWorker worker, String of, ObjLongConsumer<String> reader) {
    askStateTable(worker);
    List.copyOf(letters.values()).stream()
        .filter(letter -> letter.index().equals(of))
        .forEach(letter -> reader.accept(letter.id(), letter.version()));
  }

  /** After how many items a worker may hold back the index by itself. */
  int lastLookedAt() {
    return traits.holds() ? 4 : Refusals.LAST;
  }

  /** At once: a reader that waits for a release inside of this call would wait for itself. */
  List<Hold> readHolds() {
    if (fails()) {
      throw new IllegalStateException("the state table does not answer");
    }
    return List.copyOf(holds.values());
  }

  void hold(PlayedWorker worker, Hold hold) {
    askStateTable(worker);
    holds.put(hold.what() + "#" + hold.cause(), hold);
    count("holds for refusals");
    tell(() -> worker.name + " holds back the index, since most is refused");
  }

  private void askStateTable(PlayedWorker worker) {
    sometimes(worker);
    if (fails()) {
      throw new IllegalStateException("the state table does not answer");
    }
  }

  void rest(PlayedWorker worker, Duration time) {
    nanos += time.toNanos();
    sometimes(worker);
    if (random.nextInt(5) == 0) {
      // Nothing is held back for ever, or the one who waits here would be, too.
      release();
      worker.look();
    }
  }

  private void sometimes(PlayedWorker worker) {
    int things = calm ? 0 : random.nextInt(4);
    int[] left = {things};
    meanwhile(worker, () -> left[0]-- <= 0, null);
  }

  /**
   * Lets other things happen while a worker waits.
   *
   * @param awaited ends the wait, once it is answered
   */
  void meanwhile(PlayedWorker worker, BooleanSupplier over, Exchange awaited) {
    inside++;
    try {
      for (int i = 0; !over.getAsBoolean() || worker.paused; i++) {
        if (worker.crashed) {
          throw new Crashed();
        }
        if (i < PATIENCE && !calm) {
          happen(traits.event(random));
        } else {
          wake(worker);
          if (awaited != null && !awaited.ended()) {
            carry(new Sent(worker, awaited));
          }
        }
      }
      if (worker.crashed) {
        throw new Crashed();
      }
    } finally {
      inside--;
    }
  }

  /** Where changes gather, fewer things happen at once: so they do in every other world. */
  int many() {
    return traits.gathers() ? 3 : Integer.MAX_VALUE;
  }

  // How it ends.

  /**
   * Lets everything go well until nothing is left to do.
   *
   * @return what is wrong then
   */
  Optional<String> settle() {
    calm = true;
    tell(() -> "From here on nothing fails");
    workers.forEach(this::wake);
    if (workers.isEmpty()) {
      start();
    }
    int records = table.shards().stream().mapToInt(shard -> shard.records.size()).sum();
    for (int round = 0; round < 300 + 20 * table.shards().size() + records; round++) {
      boolean resting = round > 30 && taken() && workers.stream().allMatch(PlayedWorker::resting);
      if (resting && network.isEmpty()) {
        return difference();
      }
      // What is late comes last of all.
      restless = resting;
      nanos += FAILOVER_NANOS / 8;
      release();
      for (PlayedWorker worker : List.copyOf(workers)) {
        worker.renew();
        worker.look();
        table.shards().stream().filter(this::free).forEach(worker::take);
        worker.shards().forEach(shard -> worker.deliver(shard, 10));
        worker.turn();
        takeOver(worker);
        worker.crews().stream().filter(PlayedCrew::ready).forEach(PlayedCrew::work);
        List.copyOf(network).forEach(this::carry);
        worker.checkpoint();
      }
    }
    return Optional.of("it does not come to rest");
  }

  private boolean taken() {
    return table.shards().stream().allMatch(shard -> shard.ended || shard.owner != null);
  }

  /** Each item equals its document, or a letter says why not. */
  private Optional<String> difference() {
    Map<String, JsonNode> contents = index.contents();
    for (int number = 0; number < PlayedTable.KEYS; number++) {
      ItemKey key = PlayedTable.key(number);
      String expected = table.read(key).map(item -> content(item)).orElse("nothing");
      JsonNode stored = contents.get(key.pkText());
      String found = stored == null ? "nothing" : content(stored);
      if (!expected.equals(found) && !excused(key)) {
        return Optional.of("%s is %s, and its document %s".formatted(key, expected, found));
      }
      if (expected.equals(found) && letters.containsKey(key.pkText()) && !needless()) {
        return Optional.of("%s is as it should be, but has a letter".formatted(key));
      }
    }
    return Optional.empty();
  }

  /**
   * Whether there may be a letter too many: where clocks go back, an older one may have the higher
   * version; and a worker that does not know yet that its shard was stolen may file one behind the
   * success that would have cleared it; as may a backfill.
   */
  private boolean needless() {
    return traits.clockGoesBack() || traits.steals() || traits.backfills();
  }

  private boolean excused(ItemKey key) {
    Letter letter = letters.get(key.pkText());
    return letter != null
        && table
            .newest(key)
            .map(change -> (Origin.Streamed) change.origin())
            .filter(origin -> Version.of(origin) <= letter.version())
            .isPresent();
  }

  private static String content(Item item) {
    return item.attributes().entrySet().stream()
        .filter(entry -> !entry.getKey().equals("outline"))
        .map(
            entry ->
                entry.getKey()
                    + "="
                    + (entry.getValue() instanceof Value.Numeric number
                        ? number.digits()
                        : entry.getValue() instanceof Value.Text text ? text.text() : "true"))
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static String content(JsonNode document) {
    return document.properties().stream()
        .filter(field -> !field.getKey().equals("outline"))
        .map(field -> field.getKey() + "=" + field.getValue().asText())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  // The story.

  private void count(String what) {
    happened.merge(what, 1, Integer::sum);
  }

  /** How often what happened. */
  Map<String, Integer> happened() {
    return happened;
  }

  void tell(Supplier<String> line) {
    if (telling) {
      story.add("%7.2f %s%s".formatted(nanos / 1e9, "  ".repeat(inside), line.get()));
    }
  }

  List<String> story() {
    return story;
  }

  static String texts(List<Change> changes) {
    return changes.stream().map(World::text).collect(Collectors.joining(", ")) + " of ";
  }

  private static String text(Change change) {
    String key = change.key().pkText();
    String number = PlayedTable.number(change).text();
    String what =
        change instanceof Change.Put put
            ? "n=" + ((Value.Numeric) put.item().attributes().get("n")).digits()
            : "gone";
    return "%s (%s, …%s)".formatted(key, what, number.substring(Math.max(0, number.length() - 4)));
  }

  private Optional<PlayedWorker> awake() {
    return pick(workers.stream().filter(worker -> !worker.paused).toList());
  }

  private <T> Optional<T> pick(List<T> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list.get(random.nextInt(list.size())));
  }
}
