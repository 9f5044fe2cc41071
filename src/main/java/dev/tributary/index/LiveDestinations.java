package dev.tributary.index;

import dev.tributary.index.GenerationLook.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The generations that the aliases point at, as far as they take documents of this config's rules.
 * It knows what it saw when it last looked: somebody calls {@link #refresh} every few seconds, and
 * until then writes go to the generation that it saw, whatever the alias points at by then.
 *
 * <pre>
 *            the alias points at a generation of
 *   open  ◄────────── our rules ────────────────────  waiting: a WARN says why
 *     └──────────────── other rules ────────────────────►
 * </pre>
 */
public final class LiveDestinations implements Destinations {

  private static final Logger LOG = LoggerFactory.getLogger(LiveDestinations.class);

  /** How often it is told that something waits. */
  private static final long BETWEEN_LINES = Duration.ofMinutes(1).toNanos();

  private static final String ADVICE =
      "run rebuild with the new config, or accept a mix by ./tributary mappings --config FILE"
          + " --apply; end workers whose config is the old one";

  private static final long FRESH = Duration.ofSeconds(5).toNanos();

  private final GenerationLook look;
  private final Map<String, String> rules;
  private final LongSupplier nanoTime;
  private final Map<String, Generation> open = new ConcurrentHashMap<>();
  private final Map<String, String> waiting = new ConcurrentHashMap<>();
  private final Map<Generation, Boolean> given = new ConcurrentHashMap<>();
  private final Map<String, Long> lastLines = new ConcurrentHashMap<>();
  private volatile long refreshed;

  /**
   * @param rules the digest of this config's rules, by index
   */
  public LiveDestinations(OpenSearchHttp http, Map<String, String> rules) {
    this(http, rules, System::nanoTime);
  }

  LiveDestinations(OpenSearchHttp http, Map<String, String> rules, LongSupplier nanoTime) {
    this.look = new GenerationLook(http);
    this.rules = Map.copyOf(rules);
    this.nanoTime = nanoTime;
    this.refreshed = nanoTime.getAsLong() - Duration.ofDays(1).toNanos();
  }

  @Override
  public Optional<Generation> of(String index) {
    Optional<Generation> generation = Optional.ofNullable(open.get(index));
    generation.ifPresent(to -> given.putIfAbsent(to, true));
    return generation;
  }

  @Override
  public Generation instead(Generation generation) {
    return given.getOrDefault(generation, true)
        ? generation
        : open.getOrDefault(generation.index(), generation);
  }

  /** Which indexes wait for a generation of this config's rules, and why. */
  public Map<String, String> waiting() {
    return new TreeMap<>(waiting);
  }

  /** The names of the generations that are written to, by index. */
  public Map<String, String> current() {
    Map<String, String> names = new TreeMap<>();
    open.forEach((index, generation) -> names.put(index, generation.name()));
    return names;
  }

  /** Looks first, unless somebody did lately: a command has no thread for that. */
  @Override
  public Generation require(String index) throws OpenSearchUnavailableException {
    if (nanoTime.getAsLong() - refreshed > FRESH) {
      refresh();
    }
    return of(index)
        .orElseThrow(
            () ->
                new OpenSearchUnavailableException(
                    waiting.getOrDefault(
                        index, "the alias '" + index + "' does not point at one index"),
                    null));
  }

  @Override
  public synchronized void refresh() throws OpenSearchUnavailableException {
    for (String index : rules.keySet()) {
      refresh(index);
    }
    for (Generation generation : List.copyOf(given.keySet())) {
      boolean current = generation.equals(open.get(generation.index()));
      if (!current && given.get(generation)) {
        given.put(generation, look.exists(generation));
      }
    }
    refreshed = nanoTime.getAsLong();
  }

  private void refresh(String index) throws OpenSearchUnavailableException {
    Optional<Seen> behind = look.behind(index);
    if (behind.isEmpty()) {
      // Somebody took the alias away, or pointed it at several. The generation may be there still:
      // where it is not, its writes say so.
      return;
    }
    Seen seen = behind.get();
    if (!seen.writable()) {
      look.makeWritable(seen.generation());
    }
    if (seen.stamp().unknown()) {
      look.stamp(seen, seen.stamp().with(rules.get(index), seen.stamp().mapping()));
      // Another worker may have done so too, with rules of its own.
      seen = look.behind(index).orElse(seen);
    }
    if (seen.stamp().takes(rules.get(index))) {
      goOn(seen.generation());
    } else {
      hold(seen.generation());
    }
  }

  private void goOn(Generation generation) {
    Generation before = open.put(generation.index(), generation);
    given.put(generation, true);
    boolean waited = waiting.remove(generation.index()) != null;
    lastLines.remove(generation.index());
    if (waited || (before != null && !before.equals(generation))) {
      LOG.info("Documents of index {} go to {} from now on", generation.index(), generation);
    }
  }

  private void hold(Generation generation) {
    String index = generation.index();
    open.remove(index);
    waiting.put(
        index,
        "%s has documents of other rules than those of this config; %s"
            .formatted(generation, ADVICE));
    Long last = lastLines.get(index);
    long now = nanoTime.getAsLong();
    if (last == null || now - last > BETWEEN_LINES) {
      lastLines.put(index, now);
      LOG.warn(
          "The index {} waits, with all shards that have changes for it, until its alias points to a"
              + " generation of this config's rules: {}",
          index,
          waiting.get(index));
    }
  }
}
