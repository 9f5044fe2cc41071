package dev.tributary.ops;

import dev.tributary.enrich.EnrichCounts;
import dev.tributary.index.Totals;
import dev.tributary.sync.Flow;
import dev.tributary.sync.Letters;
import dev.tributary.table.ShardLag;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What metrics are made of. All of it is counted elsewhere, and read only when somebody asks: so
 * that counting costs the way of the data next to nothing.
 */
public interface Figures {

  /** What is counted of each table, by its name. */
  Map<String, Flow> flows();

  /** What became of writes. */
  Totals totals();

  /** How far behind the shards are that this worker holds. */
  List<ShardLag> lags();

  /** For how long finished changes of each shard have waited for their checkpoint, by name. */
  Map<String, Duration> checkpointAges();

  /** Read and not yet written. */
  long bytesInFlight();

  /** What these may be at most. */
  long mostBytesInFlight();

  /** Dead letters that this worker filed. */
  long filed(Letters.Cause cause);

  /** Documents that this worker found to wait for objects. */
  long noted();

  /** Documents that were made simpler after OpenSearch refused them. */
  long simplified();

  EnrichCounts enrichment();

  /** The whole fleet, as it was last seen. */
  FleetWatch.Sight fleet();
}
