package dev.tributary.sync;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What kind of world a seed makes. Some things do not go together, since together they make one of
 * the gaps that {@code docs/reliability.md} names.
 *
 * @param minutes whether records are dated to the minute, else to the second
 * @param numbers how sequence numbers look
 * @param late whether a request may arrive after who sent it gave it up; not where versions may be
 *     equal, and where clocks go back only what OpenSearch has had before
 * @param restarts whether OpenSearch may restart, and forget; not where a lease may be taken from a
 *     worker that still trusts it
 * @param steals whether it may
 * @param clockGoesBack whether DynamoDB may date a later record earlier
 * @param poison one of how many items OpenSearch refuses; 0 if it takes all
 * @param holds whether operators hold back the table and the index, and workers do so where most
 *     items are refused
 * @param keys how many items there are; fewer meet more often
 * @param arriving how many of a hundred requests arrive
 * @param weights how often what happens: a world with all kinds of trouble in it shows less than
 *     one with much of a few
 */
record Traits(
    boolean minutes,
    Numbers numbers,
    boolean late,
    boolean restarts,
    boolean steals,
    boolean clockGoesBack,
    int poison,
    boolean holds,
    int keys,
    int arriving,
    Map<Event, Integer> weights) {

  private static final int[] MUCH = {0, 0, 1, 4};
  private static final int[] POISON = {0, 0, 0, 4, 2};

  enum Numbers {
    /** As DynamoDB's. */
    LOG_NUMBER {
      @Override
      String text(long count) {
        return 7_000_000 + count + "00000000012345678901";
      }
    },
    /** As DynamoDB Local's. */
    LOCAL {
      @Override
      String text(long count) {
        return "%021d".formatted(count);
      }
    },
    /** Two records share their order bits, and so their version. */
    TIED {
      @Override
      String text(long count) {
        return "%d%020d".formatted(7_000_000 + count / 2, count);
      }
    };

    abstract String text(long count);
  }

  static Traits of(SplittableRandom random) {
    Numbers numbers = Numbers.values()[random.nextInt(Numbers.values().length)];
    boolean steals = random.nextInt(3) == 0;
    return new Traits(
        random.nextBoolean(),
        numbers,
        numbers != Numbers.TIED && random.nextBoolean(),
        !steals && random.nextBoolean(),
        steals,
        random.nextInt(4) == 0,
        POISON[random.nextInt(POISON.length)],
        random.nextInt(4) == 0,
        1 + random.nextInt(PlayedTable.KEYS),
        30 + random.nextInt(60),
        weights(random));
  }

  /**
   * One item, written now and then, of which every other form is refused; and workers that stand
   * still for long. So what one had in hand it does late, behind what another did meanwhile.
   */
  static Traits sleepy() {
    Map<Event, Integer> weights = new EnumMap<>(Event.class);
    for (Event event : Event.values()) {
      weights.put(event, event.trouble() ? 0 : event.weight());
    }
    weights.put(Event.WRITE, 3);
    weights.put(Event.WAKE, 1);
    weights.put(Event.PAUSE, 8);
    weights.put(Event.TIME, 16);
    weights.put(Event.START, 16);
    return new Traits(false, Numbers.LOCAL, false, false, false, false, 2, false, 1, 90, weights);
  }

  /** All kinds, beside a backfill. */
  static Traits backfilling(SplittableRandom random) {
    Traits of = of(random);
    Map<Event, Integer> weights = new EnumMap<>(of.weights);
    weights.put(Event.PAGE, 6);
    return new Traits(
        of.minutes,
        of.numbers,
        of.late,
        of.restarts,
        of.steals,
        of.clockGoesBack,
        of.poison,
        of.holds,
        of.keys,
        of.arriving,
        weights);
  }

  private static Map<Event, Integer> weights(SplittableRandom random) {
    Map<Event, Integer> weights = new EnumMap<>(Event.class);
    for (Event event : Event.values()) {
      weights.put(
          event, event.weight() * (event.trouble() ? MUCH[random.nextInt(MUCH.length)] : 1));
    }
    if (random.nextInt(3) == 0) {
      // Else a later write nearly always makes good what became of an earlier one.
      weights.put(Event.WRITE, 3);
    }
    if (random.nextInt(3) == 0) {
      weights.put(Event.WAKE, 1);
    }
    return weights;
  }

  /** Whether changes of a shard that is behind gather. */
  boolean gathers() {
    return arriving % 2 == 0;
  }

  boolean backfills() {
    return weights.get(Event.PAGE) > 0;
  }

  /** What happens next. */
  Event event(SplittableRandom random) {
    int at = random.nextInt(weights.values().stream().mapToInt(Integer::intValue).sum());
    for (Map.Entry<Event, Integer> event : weights.entrySet()) {
      at -= event.getValue();
      if (at < 0) {
        return event.getKey();
      }
    }
    throw new IllegalStateException("the weights have another sum");
  }
}
