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
 * @param poison whether there are items that OpenSearch refuses
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
    boolean poison,
    boolean holds,
    int keys,
    int arriving,
    Map<Event, Integer> weights) {

  private static final int[] MUCH = {0, 0, 1, 4};

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
        random.nextInt(3) == 0,
        random.nextInt(4) == 0,
        1 + random.nextInt(PlayedTable.KEYS),
        30 + random.nextInt(60),
        weights(random));
  }

  private static Map<Event, Integer> weights(SplittableRandom random) {
    Map<Event, Integer> weights = new EnumMap<>(Event.class);
    for (Event event : Event.values()) {
      weights.put(
          event, event.weight() * (event.trouble() ? MUCH[random.nextInt(MUCH.length)] : 1));
    }
    return weights;
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
