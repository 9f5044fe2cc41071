package dev.tributary.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A state table in memory, with as much of DynamoDB's expressions as backfills and gaps use. For
 * one thread.
 */
public final class PlayedState implements DynamoDbClient {

  public static final String NAME = "state";

  private static final Pattern ASSIGNMENT =
      Pattern.compile("(\\S+) = (?:if_not_exists\\(\\S+, (:\\w+)\\)|(:\\w+))");

  private static final Set<String> RESERVED =
      Set.of("state", "table", "by", "items", "cursor", "export", "rules", "from", "to");

  private final Map<String, Map<String, AttributeValue>> rows = new TreeMap<>();

  /** Called before an entry is deleted. */
  public Runnable beforeDelete = () -> {};

  /** Called before a partition is read. */
  public Consumer<String> beforeQuery = partition -> {};

  /** Called after a partition is read. */
  public Consumer<String> afterQuery = partition -> {};

  private static String place(Map<String, AttributeValue> key) {
    return key.get("pk").s() + "/" + key.get("sk").s();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    String partition = request.expressionAttributeValues().get(":pk").s();
    beforeQuery.accept(partition);
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    rows.values().stream()
        .filter(row -> row.get("pk").s().equals(partition))
        .sorted(Comparator.comparing(row -> row.get("sk").s()))
        .forEach(row -> found.add(Map.copyOf(row)));
    afterQuery.accept(partition);
    return QueryResponse.builder().items(found).build();
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    beforeDelete.run();
    rows.remove(place(request.key()));
    return DeleteItemResponse.builder().build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    String place = place(request.key());
    Map<String, AttributeValue> row = new HashMap<>(rows.getOrDefault(place, Map.of()));
    if (request.conditionExpression() != null && !holds(request, row)) {
      throw ConditionalCheckFailedException.builder().message("no").build();
    }
    row.putAll(request.key());
    String[] halves = request.updateExpression().split("REMOVE", 2);
    Matcher set = ASSIGNMENT.matcher(halves[0].replaceFirst("^SET ", ""));
    while (set.find()) {
      String name = name(request, set.group(1));
      if (set.group(2) == null) {
        row.put(name, request.expressionAttributeValues().get(set.group(3)));
      } else {
        row.putIfAbsent(name, request.expressionAttributeValues().get(set.group(2)));
      }
    }
    if (halves.length > 1) {
      for (String gone : halves[1].split(",", -1)) {
        row.remove(name(request, gone.strip()));
      }
    }
    rows.put(place, row);
    return UpdateItemResponse.builder().build();
  }

  private static String name(UpdateItemRequest request, String name) {
    if (RESERVED.contains(name)) {
      throw new IllegalArgumentException("DynamoDB keeps this word for itself: " + name);
    }
    return name.startsWith("#") ? request.expressionAttributeNames().get(name) : name;
  }

  private static boolean holds(UpdateItemRequest request, Map<String, AttributeValue> row) {
    for (String either : request.conditionExpression().split(" OR ", -1)) {
      boolean all = true;
      for (String one : either.split(" AND ", -1)) {
        all &= isTrue(request, row, one.strip());
      }
      if (all) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTrue(
      UpdateItemRequest request, Map<String, AttributeValue> row, String condition) {
    Matcher call = Pattern.compile("(\\w+)\\((\\S+)\\)").matcher(condition);
    if (call.matches()) {
      return row.containsKey(name(request, call.group(2)))
          == call.group(1).equals("attribute_exists");
    }
    String[] words = condition.split(" ", -1);
    AttributeValue is = row.get(name(request, words[0]));
    AttributeValue than = request.expressionAttributeValues().get(words[2]);
    return switch (words[1]) {
      case "=" -> Objects.equals(is, than);
      case "<" -> is != null && Long.parseLong(is.n()) < Long.parseLong(than.n());
      default -> throw new AssertionError(condition);
    };
  }

  /** How many entries there are whose partition begins so. */
  public long count(String partition) {
    return rows.keySet().stream().filter(place -> place.startsWith(partition)).count();
  }

  /** Whether a backfill is. */
  public boolean isOver() {
    return rows.values().stream()
        .anyMatch(row -> row.containsKey("state") && row.containsKey("endedAt"));
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
