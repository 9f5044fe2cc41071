package dev.tributary.sync;

import dev.tributary.change.SequenceNumber;
import dev.tributary.config.ContentLimits;
import dev.tributary.config.Enrichment;
import dev.tributary.config.ObjectSettings;
import dev.tributary.config.Settings;
import dev.tributary.enrich.Enricher;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Rule;
import dev.tributary.entity.Shape;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Fence;
import dev.tributary.index.Outcome;
import dev.tributary.index.Write;
import dev.tributary.index.WriteSink;
import dev.tributary.stream.LeasedShard;
import dev.tributary.table.Holds.Hold;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stand-ins for a shard and a writer, both in the test's hand, and settings to go with them. */
final class SyncFakes {
  private SyncFakes() {}

  /** One table with the key {@code PK}, whose items go whole to each of the indexes. */
  static Settings settings(String table, String... indexes) {
    Map<String, Settings.Entity> entities = new LinkedHashMap<>();
    Map<String, Settings.Index> byName = new LinkedHashMap<>();
    for (String index : indexes) {
      entities.put("entity-" + index, new Settings.Entity(table, index, Rule.EVERYTHING));
      byName.put(index, new Settings.Index(Optional.empty(), Set.of()));
    }
    return new Settings(
        "test",
        new Settings.Aws(Optional.empty(), Optional.empty()),
        new Settings.OpenSearch(
            URI.create("http://localhost:9200"),
            new Settings.Authentication.None(),
            Duration.ofSeconds(10)),
        Map.of(table, new Settings.Table(table, new Settings.Key("PK", Optional.empty()))),
        entities,
        byName,
        Enrichment.NONE,
        new Settings.Worker(
            "worker",
            Duration.ofSeconds(2),
            Duration.ofMillis(50),
            Duration.ofMillis(300),
            Duration.ofSeconds(20),
            false),
        new Settings.Limits(1_000_000, 1_000_000, 100, 2));
  }

  /** The same, with something that is pulled into every document. */
  static Settings with(Settings settings, Pull pull) {
    Shape shape = new Shape(List.of(), List.of(), Set.of(), Map.of(), List.of(), List.of(pull));
    Map<String, Settings.Entity> entities = new LinkedHashMap<>();
    settings
        .entities()
        .forEach(
            (name, entity) ->
                entities.put(
                    name,
                    new Settings.Entity(
                        entity.table(),
                        entity.index(),
                        new Rule(
                            entity.rule().key(),
                            List.of(),
                            List.of(),
                            shape,
                            entity.rule().id(),
                            false))));
    return new Settings(
        settings.application(),
        settings.aws(),
        settings.openSearch(),
        settings.tables(),
        entities,
        settings.indexes(),
        settings.enrichment(),
        settings.worker(),
        settings.limits());
  }

  /** One whose only bucket lies on a server that is not there. */
  static Enricher enricher() {
    ObjectSettings.Bucket bucket =
        new ObjectSettings.Bucket(
            List.of(),
            Optional.empty(),
            Optional.of(URI.create("http://127.0.0.1:1")),
            true,
            List.of(),
            Optional.empty());
    ObjectSettings nowhere =
        new ObjectSettings(
            Map.of("nowhere", bucket), 1 << 20, Duration.ofMillis(300), 4, 1 << 20, 0);
    return new Enricher(
        new Enrichment(nowhere, ContentLimits.DEFAULT, Duration.ofHours(1), Optional.empty()),
        "us-east-1");
  }

  /** Holds in memory. */
  static final class FakeHolds implements Gates.Store {
    final List<Hold> holds = new CopyOnWriteArrayList<>();

    @Override
    public List<Hold> all() {
      return List.copyOf(holds);
    }

    @Override
    public void hold(Hold hold) {
      holds.add(hold);
    }
  }

  /** A shard that is held, and whose checkpoints are stored, until the test says otherwise. */
  static final class FakeShard implements LeasedShard {
    final List<SequenceNumber> checkpoints = new ArrayList<>();
    volatile boolean held = true;
    volatile Checkpoint answer = Checkpoint.STORED;

    @Override
    public String name() {
      return "places/shard-1";
    }

    @Override
    public boolean held() {
      return held;
    }

    @Override
    public Checkpoint checkpoint(SequenceNumber done) {
      checkpoints.add(done);
      return answer;
    }
  }

  /** Keeps every write until the test tells its outcome, in any order. */
  static final class FakeSink implements WriteSink {
    private final Map<DocumentKey, Write> writes = new ConcurrentHashMap<>();

    @Override
    public void submit(Write write) {
      writes.put(write.document(), write);
    }

    Set<DocumentKey> waiting() {
      return writes.keySet();
    }

    Write write(DocumentKey document) {
      return writes.get(document);
    }

    Fence fence(DocumentKey document) {
      return writes.get(document).fence();
    }

    void finish(DocumentKey document, Outcome outcome) {
      writes.remove(document).finish(outcome);
    }
  }
}
