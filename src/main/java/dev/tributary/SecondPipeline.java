package dev.tributary;

import dev.tributary.config.Settings;
import dev.tributary.index.Destinations;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.sync.Pipeline;
import dev.tributary.sync.Selection;
import dev.tributary.sync.Timings;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.EntryNames;
import dev.tributary.table.Holds;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;

/** A way to the indexes beside that of the workers, which looks after no objects. */
final class SecondPipeline {
  private SecondPipeline() {}

  /**
   * @param destinations the generations that it writes to
   * @param names by which entries about these are kept
   */
  static Pipeline open(
      Settings settings,
      AwsClients aws,
      Tables tables,
      OpenSearchHttp openSearch,
      Destinations destinations,
      Selection selection,
      EntryNames names) {
    String stateTable = StateTable.nameFor(settings.application());
    return new Pipeline(
        settings,
        Pipeline.Part.beside(selection),
        aws.region().id(),
        openSearch,
        destinations,
        tables::read,
        tables::keyOf,
        new DeadLetters(aws.dynamoDb(), stateTable, names),
        new PendingObjects(aws.dynamoDb(), stateTable, names),
        new Holds(aws.dynamoDb(), stateTable, names),
        aws.clock(),
        Timings.NONE);
  }
}
