package dev.tributary.sync;

import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * What happens in a {@link World}, by a seed; and where that diverges, the least of it that does.
 */
final class Schedule {

  private static final int MOST_STEPS = 600;

  private final long seed;
  private final Traits traits;
  private final List<Long> steps;

  private Schedule(long seed, Traits traits, List<Long> steps) {
    this.seed = seed;
    this.traits = traits;
    this.steps = steps;
  }

  /** Seeds from here on make worlds in which a backfill runs. */
  static final long BACKFILLS = 1_000_000;

  /** Negative seeds make sleepy worlds, the others all kinds. */
  static Schedule of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Traits traits =
        seed < 0
            ? Traits.sleepy()
            : seed >= BACKFILLS ? Traits.backfilling(random) : Traits.of(random);
    List<Long> steps = new ArrayList<>();
    for (int count = 40 + random.nextInt(MOST_STEPS - 40); count > 0; count--) {
      steps.add(random.nextLong());
    }
    return new Schedule(seed, traits, steps);
  }

  private World played(boolean telling) {
    // The worker's own are made anew for each, since closing one closes its enricher.
    World world = new World(traits, new Documents(World.SETTINGS), ENRICHER, telling);
    steps.forEach(world::step);
    return world;
  }

  private static final Enricher ENRICHER = new Enricher(World.SETTINGS.enrichment(), "");

  /** What is wrong at the end, if anything. */
  Optional<String> difference() {
    return played(false).settle();
  }

  /**
   * The same.
   *
   * @param happened to what happens is added how often it did
   */
  Optional<String> difference(Map<String, Integer> happened) {
    World world = played(false);
    Optional<String> difference = world.settle();
    world.happened().forEach((what, count) -> happened.merge(what, count, Integer::sum));
    return difference;
  }

  /**
   * Called by name, by {@link PlantedFault}.
   *
   * @return the first seed that goes wrong, or 0
   */
  static long firstDiverging(long first, int seeds) {
    for (long seed = first; seed < first + seeds; seed++) {
      if (of(seed).difference().isPresent()) {
        return seed;
      }
    }
    return 0;
  }

  /** A shorter one that still goes wrong: leaves out what can be left out. */
  Schedule shrunk() {
    List<Long> least = steps;
    for (int size = least.size() / 2; size > 0; size = size > 1 ? size / 2 : 0) {
      for (int at = 0; at < least.size(); ) {
        List<Long> fewer = new ArrayList<>(least.subList(0, at));
        fewer.addAll(least.subList(Math.min(least.size(), at + size), least.size()));
        if (new Schedule(seed, traits, fewer).difference().isPresent()) {
          least = fewer;
        } else {
          at += size;
        }
      }
    }
    return new Schedule(seed, traits, least);
  }

  /** What happens, as people tell it. */
  String story() {
    World world = played(true);
    Optional<String> difference = world.settle();
    return "Seed %d, %s, %d steps%n%s%nAt the end: %s"
        .formatted(
            seed,
            traits,
            steps.size(),
            String.join(System.lineSeparator(), world.story()),
            difference.orElse("all is equal"));
  }
}
