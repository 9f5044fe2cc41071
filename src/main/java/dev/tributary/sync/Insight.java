package dev.tributary.sync;

import dev.tributary.enrich.EnrichCounts;
import dev.tributary.index.BulkWriter;
import dev.tributary.table.Holds.Hold;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What health and metrics look at inside of a {@link Pipeline}: all of it in memory, so that a look
 * costs no call and waits for nobody. Thread-safe.
 */
public final class Insight {

  private final Engine engine;
  private final List<Loop> loops;
  private final Contact openSearch;
  private final Contact stateTable;

  Insight(Engine engine, List<Loop> loops, Contact openSearch, Contact stateTable) {
    this.engine = engine;
    this.loops = List.copyOf(loops);
    this.openSearch = openSearch;
    this.stateTable = stateTable;
  }

  /** What is counted of each table, by its name. */
  public Map<String, Flow> flows() {
    return engine.flows();
  }

  /** For how long finished changes of each shard have waited for their checkpoint, by name. */
  public Map<String, Duration> checkpointAges() {
    return engine.checkpointAges();
  }

  public Letters letters() {
    return engine.letters();
  }

  /** Documents that were found to wait for objects, since the start. */
  public long noted() {
    return engine.waits().noted();
  }

  /** Documents that were made simpler since the start, after OpenSearch refused them. */
  public long simplified() {
    return engine.completion().simplified();
  }

  public EnrichCounts enrichment() {
    return engine.completion().counts();
  }

  /** What is held back, by operators or by too many refusals. */
  public List<Hold> holds() {
    return engine.gates().holds();
  }

  public List<Loop> loops() {
    return loops;
  }

  public List<BulkWriter> writers() {
    return List.of(engine.writer(), engine.pageWriter());
  }

  /** By those who look where the aliases point. */
  public Contact openSearch() {
    return openSearch;
  }

  /** By those who look what is held back. */
  public Contact stateTable() {
    return stateTable;
  }
}
