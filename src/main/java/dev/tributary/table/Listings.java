package dev.tributary.table;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Which documents the state table lists with a reason: those with an open dead letter, and those
 * that wait for objects. Thread-safe.
 */
public final class Listings {

  private static final String KEY = StateTable.PK + ", " + StateTable.SK;

  private final BatchGet batches;
  private final String stateTable;
  private final EntryNames names;

  /**
   * A document.
   *
   * @param index {@link DeadLetters#NO_INDEX} for an item of which no document could be made
   */
  public record Place(String index, String id) {}

  /**
   * @param meter not that of the source tables
   */
  public Listings(DynamoDbClient dynamoDb, String stateTable, ReadMeter meter) {
    this(dynamoDb, stateTable, meter, EntryNames.OWN);
  }

  /**
   * @param meter not that of the source tables
   */
  public Listings(DynamoDbClient dynamoDb, String stateTable, ReadMeter meter, EntryNames names) {
    this.names = names;
    this.batches = new BatchGet(dynamoDb, meter);
    this.stateTable = stateTable;
  }

  /** Those of them that are listed now. */
  public Set<Place> of(Collection<Place> places) throws InterruptedException {
    Map<Map<String, AttributeValue>, Place> rows = new HashMap<>();
    for (Place place : places) {
      rows.put(DeadLetters.key(names.of(place.index()), place.id()), place);
      rows.put(PendingObjects.key(names.of(place.index()), place.id()), place);
    }
    Set<Place> listed = new HashSet<>();
    List<Map<String, AttributeValue>> keys = new ArrayList<>(rows.keySet());
    batches.read(stateTable, keys, true, KEY, row -> listed.add(rows.get(row)));
    return listed;
  }
}
