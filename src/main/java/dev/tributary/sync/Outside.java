package dev.tributary.sync;

import dev.tributary.index.Destinations;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.WriteEvents;
import dev.tributary.sync.Waits.LackStore;
import java.time.Clock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * All that an {@link Engine} uses beyond itself: servers, clocks, chance, threads, and who counts.
 * A test that plays them all decides what happens when.
 *
 * @param nanoTime the monotonic clock
 * @param many a read that brings so many records says that its shard is behind
 */
record Outside(
    OpenSearchHttp openSearch,
    Destinations destinations,
    ItemReader items,
    LetterStore letters,
    LackStore lacks,
    Gates.Store holds,
    Clock clock,
    LongSupplier nanoTime,
    int many,
    RandomGenerator random,
    Crew.Factory crews,
    WriteEvents events,
    Timings timings) {}
