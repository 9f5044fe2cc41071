package dev.tributary.backfill;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.backfill.Doubt.Subject;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.document.Documents;
import dev.tributary.enrich.Enricher;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.Owner;
import dev.tributary.index.WholeDocument;
import dev.tributary.sync.Completion;
import dev.tributary.table.LookedUp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A table {@code Places} with the key {@code PK} and an index {@code places}, both in memory. Items
 * that are {@code hidden} have no document; {@code score} is another program's. A table {@code
 * Shops} goes to the same index, by the same ids.
 */
final class VerifyFixture implements Sources, AutoCloseable {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  static final String TABLE = "Places";
  static final String INDEX = "places";

  private static final String CONFIG =
      """
      application: test
      aws: {region: us-east-1}
      opensearch: {url: "http://localhost:9200"}
      tables:
        Places: {key: {pk: PK}}
        Shops: {key: {pk: PK}}
      indexes:
        places: {preserve: [score]}
      entities:
        place: {table: Places, index: places, clash: accepted, unless: {hidden: true}, geometry: {outline: {field: outline}}}
        shop: {table: Shops, index: places, clash: accepted}
      """;

  final Map<Subject, Item> items = new HashMap<>();
  final Map<DocumentKey, WholeDocument> documents = new HashMap<>();
  final Set<DocumentKey> listed = new HashSet<>();
  final Set<Subject> unreadable = new HashSet<>();
  final Settings settings;
  final Mapping mapping;

  /** Run before the documents are read: what happens while somebody looks. */
  Runnable meanwhile = () -> {};

  private final Completion completion;
  private long writes;

  VerifyFixture(Path folder) {
    try {
      Path file = Files.writeString(folder.resolve("config.yml"), CONFIG);
      settings = new SettingsReader().read(file, Map.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Documents all = new Documents(settings);
    completion = new Completion(all, new Enricher(settings.enrichment(), "us-east-1"));
    mapping = new Mapping(all, completion, false);
  }

  static Subject subject(String pk) {
    return new Subject(TABLE, ItemKey.of(new Value.Text(pk)));
  }

  static DocumentKey document(String pk) {
    return new DocumentKey(INDEX, pk);
  }

  void put(String pk, String attribute, Value value) {
    items.put(subject(pk), new Item(Map.of("PK", new Value.Text(pk), attribute, value)));
  }

  /** Writes a document as it should be for an item with this name. */
  void index(String pk, String name) {
    index(pk, pk, "{\"PK\":\"%s\",\"name\":\"%s\"}".formatted(pk, name));
  }

  /**
   * @param of the key of the item that it says it is of
   */
  void index(String id, String of, String json) {
    index(id, Optional.of(new Owner(TABLE, of, Optional.empty())), json);
  }

  void indexForeign(String id, String json) {
    index(id, Optional.empty(), json);
  }

  private void index(String id, Optional<Owner> owner, String json) {
    try {
      documents.put(
          document(id), new WholeDocument(owner, ++writes, (ObjectNode) JSON.readTree(json)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<LookedUp> items(String table, List<ItemKey> keys, boolean consistent) {
    return keys.stream().map(key -> lookUp(new Subject(table, key))).toList();
  }

  private LookedUp lookUp(Subject subject) {
    if (unreadable.contains(subject)) {
      return new LookedUp.Unreadable("planted");
    }
    return items.containsKey(subject) ? new LookedUp.There(items.get(subject)) : LookedUp.GONE;
  }

  @Override
  public List<Optional<WholeDocument>> documents(List<DocumentKey> keys) {
    meanwhile.run();
    // Copied, since who compares a document may change it.
    return keys.stream()
        .map(
            key ->
                Optional.ofNullable(documents.get(key))
                    .map(
                        found ->
                            new WholeDocument(
                                found.owner(), found.seqNo(), found.source().deepCopy())))
        .toList();
  }

  @Override
  public Set<Doubt> listed(List<Doubt> doubts) {
    return doubts.stream()
        .filter(doubt -> listed.contains(doubt.document()))
        .collect(Collectors.toSet());
  }

  @Override
  public void close() {
    completion.close();
  }
}
