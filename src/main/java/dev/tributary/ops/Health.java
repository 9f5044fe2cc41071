package dev.tributary.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a worker is, part by part. The daemon thread {@code health} looks every few seconds; whoever
 * asks gets what it saw last, and how long ago. A look that does not come to its end is a fault
 * itself: then nothing counts as up.
 */
public final class Health implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Health.class);
  private static final Duration EVERY = Duration.ofSeconds(2);

  /** What is older says nothing of now. */
  static final Duration STALE = Duration.ofSeconds(30);

  /** From the best to the worst. */
  public enum State {
    UP,
    /** It works, and somebody should look at it. */
    DEGRADED,
    DOWN
  }

  /** Which of the two questions a part answers. */
  public enum Scope {
    /** Does it run at all? If not, it has to be started anew. */
    LIVE,
    /** Does it do what it is for? A new start does not help. */
    READY
  }

  /** What a look found; the reason is empty where all is well. */
  public record Finding(State state, String reason) {
    public static final Finding UP = new Finding(State.UP, "");

    public Finding {
      Objects.requireNonNull(state, "state");
      Objects.requireNonNull(reason, "reason");
    }

    public static Finding degraded(String reason) {
      return new Finding(State.DEGRADED, reason);
    }

    public static Finding down(String reason) {
      return new Finding(State.DOWN, reason);
    }
  }

  /**
   * One part.
   *
   * @param help what an operator reads about it: a place in the documentation
   * @param look answers at once, from memory
   */
  public record Check(String name, Scope scope, String help, Supplier<Finding> look) {
    public Check {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(scope, "scope");
      Objects.requireNonNull(help, "help");
      Objects.requireNonNull(look, "look");
    }
  }

  /**
   * @param since when its state became what it is
   */
  public record Part(
      String name, Scope scope, State state, String reason, Instant since, String help) {}

  /**
   * @param age how old it is
   */
  public record Report(List<Part> parts, Duration age) {
    public Report {
      parts = List.copyOf(parts);
    }

    public boolean stale() {
      return age.compareTo(STALE) > 0;
    }

    public boolean live() {
      return !stale() && worst(Scope.LIVE) != State.DOWN;
    }

    public boolean ready() {
      return live() && worst(Scope.READY) != State.DOWN;
    }

    /** Of all parts. */
    public State state() {
      State live = worst(Scope.LIVE);
      State ready = worst(Scope.READY);
      return stale() || live.compareTo(ready) > 0 ? (stale() ? State.DOWN : live) : ready;
    }

    private State worst(Scope scope) {
      return parts.stream()
          .filter(part -> part.scope() == scope)
          .map(Part::state)
          .max(State::compareTo)
          .orElse(State.UP);
    }
  }

  private final Clock clock;
  private final List<Check> checks = new CopyOnWriteArrayList<>();
  private final Map<String, Part> known = new HashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile List<Part> parts = List.of();
  private volatile Instant lookedAt;

  Health(Clock clock) {
    this.clock = clock;
    this.lookedAt = clock.instant();
  }

  public static Health start(Clock clock) {
    Health health = new Health(clock);
    Thread thread = new Thread(health::keepLooking, "health");
    thread.setDaemon(true);
    thread.start();
    return health;
  }

  /** They are looked at from now on. */
  public void add(List<Check> more) {
    checks.addAll(more);
    look();
  }

  private void keepLooking() {
    try {
      while (!closed.await(EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks at all parts. */
  public void look() {
    List<Part> looked = new ArrayList<>();
    Instant now = clock.instant();
    for (Check check : checks) {
      looked.add(part(check, finding(check), now));
    }
    parts = List.copyOf(looked);
    lookedAt = now;
  }

  private static Finding finding(Check check) {
    try {
      return check.look().get();
    } catch (RuntimeException e) {
      LOG.debug("The health of {} could not be seen", check.name(), e);
      return Finding.down("it could not be seen, by a fault of Tributary's: " + e);
    }
  }

  private synchronized Part part(Check check, Finding found, Instant now) {
    Part before = known.get(check.name());
    boolean same = before != null && before.state() == found.state();
    Part part =
        new Part(
            check.name(),
            check.scope(),
            found.state(),
            found.reason(),
            same ? before.since() : now,
            check.help());
    known.put(check.name(), part);
    if (before != null && !same) {
      tell(part);
    }
    return part;
  }

  private static void tell(Part part) {
    if (part.state() == State.UP) {
      LOG.info("Health: {} is up", part.name());
    } else {
      LOG.info("Health: {} is {}: {}", part.name(), part.state(), part.reason());
    }
  }

  public Report report() {
    Duration age = Duration.between(lookedAt, clock.instant());
    return new Report(parts, age.isNegative() ? Duration.ZERO : age);
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
