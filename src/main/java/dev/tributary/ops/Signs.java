package dev.tributary.ops;

import dev.tributary.index.Setback;
import dev.tributary.sync.Contact;
import dev.tributary.table.Holds.Hold;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What health is judged by. All of it is in memory: nobody waits for an answer. */
public interface Signs {

  /**
   * Something that has to go on all the time.
   *
   * @param overdue how long it has not gone on, though it should have
   */
  record Motion(String name, boolean alive, Duration overdue) {}

  /** Whether KCL's scheduler runs. */
  boolean readerAlive();

  /** Threads that write and look. */
  List<Motion> motions();

  Contact.State openSearch();

  Contact.State stateTable();

  /** Why OpenSearch does not take what waits to be written. */
  Optional<Setback> setback();

  /** What is held back. */
  List<Hold> holds();

  /** Indexes without a generation of this config's rules, and why. */
  Map<String, String> waitingIndexes();

  /** How far behind the shards are that this worker holds. */
  List<ShardLag> lags();

  /** The whole fleet, as it was last seen. */
  FleetWatch.Sight fleet();
}
