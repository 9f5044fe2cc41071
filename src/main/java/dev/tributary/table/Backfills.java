package dev.tributary.table;

import dev.tributary.table.ItemReads.Cursor;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Backfills and how far they are, in the state table: under {@code backfill} the jobs, under {@code
 * backfill#<id>} the parts of one. Who works on a part holds its lock in {@link Locks}.
 * Thread-safe.
 */
public final class Backfills {

  private static final String PARTITION = "backfill";

  /** How long one that is over is remembered. */
  private static final Duration REMEMBERED = Duration.ofDays(30);

  /** What is to become of a job. */
  public enum State {
    RUNNING,
    PAUSED,
    /** All of its parts are done, and somebody closes its gaps. */
    ENDING,
    CANCELLED,
    DONE;

    public boolean isOver() {
      return this == CANCELLED || this == DONE;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * What is to be loaded. It never changes.
   *
   * @param table its name in DynamoDB
   * @param entity only what this one asks for
   * @param prefix only items whose partition key begins so
   * @param sweep whether documents are to be looked for afterwards whose items are gone
   * @param readUnits the most a second, over all workers; 0 for no limit
   * @param runner who alone may do it; absent for all workers
   * @param export what is read instead of the table
   */
  public record Plan(
      String table,
      Optional<String> entity,
      Optional<String> prefix,
      boolean sweep,
      double readUnits,
      Optional<String> runner,
      Optional<Export> export) {
    public Plan {
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(prefix, "prefix");
      Objects.requireNonNull(runner, "runner");
      Objects.requireNonNull(export, "export");
    }

    /** The table itself is read. */
    public Plan(
        String table,
        Optional<String> entity,
        Optional<String> prefix,
        boolean sweep,
        double readUnits,
        Optional<String> runner) {
      this(table, entity, prefix, sweep, readUnits, runner, Optional.empty());
    }
  }

  /**
   * A table as it was at a moment, in S3.
   *
   * @param place its folder, as {@code s3://…/}
   * @param items how many there are
   */
  public record Export(String place, Instant time, long items) {
    public Export {
      Objects.requireNonNull(place, "place");
      Objects.requireNonNull(time, "time");
    }
  }

  /**
   * A backfill.
   *
   * @param rules the digest of its creator's rules, of each index that it is about: who has others
   *     leaves it alone. Empty for whoever may take it.
   */
  public record Job(
      String id, Plan plan, State state, Instant createdAt, String by, Map<String, String> rules) {
    public Job {
      rules = Map.copyOf(rules);
    }
  }

  /** What has been done. */
  public record Counts(long items, long documents, long deleted, double readUnits) {
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    public Counts plus(Counts more) {
      return new Counts(
          items + more.items,
          documents + more.documents,
          deleted + more.deleted,
          readUnits + more.readUnits);
    }
  }

  /** Why a part does not go on, and when that was found last. */
  public record Trouble(String reason, Instant at) {}

  /**
   * A part of a job.
   *
   * @param name says what it is
   * @param cursor up to where all is done
   * @param pages how many pages that were
   * @param since what its worker has in hand was read after this moment; absent if nobody has
   *     anything in hand
   * @param trouble why it does not go on
   */
  public record Part(
      String name,
      Optional<Cursor> cursor,
      int pages,
      Counts counts,
      boolean done,
      Optional<String> worker,
      Optional<Instant> since,
      Optional<Trouble> trouble) {

    public static Part fresh(String name) {
      return new Part(
          name,
          Optional.empty(),
          0,
          Counts.NONE,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
  }

  private final DynamoDbClient dynamoDb;
  private final String stateTable;

  public Backfills(DynamoDbClient dynamoDb, String stateTable) {
    this.dynamoDb = dynamoDb;
    this.stateTable = stateTable;
  }

  /**
   * Adds a job. Its parts are stored first, so nobody sees it without them.
   *
   * @return false if there is one of this id
   */
  public boolean add(Job job, List<String> parts) {
    // Else parts would come back of one that is over, and nobody would ever delete them.
    if (all().stream().anyMatch(one -> one.id().equals(job.id()))) {
      return false;
    }
    addParts(job.id(), parts);
    return update(
        jobKey(job.id()),
        BackfillRows.JOB,
        BackfillRows.values(job),
        Optional.of("attribute_not_exists(pk)"));
  }

  /** More parts, for those of them that it has not. */
  public void addParts(String job, List<String> parts) {
    for (String part : parts) {
      update(
          partKey(job, part),
          "SET pages = if_not_exists(pages, :none)",
          Map.of(":none", number(0)),
          Optional.empty());
    }
  }

  /** All that are remembered, the newest first. */
  public List<Job> all() {
    return rows(PARTITION).stream()
        .map(BackfillRows::job)
        .flatMap(Optional::stream)
        .sorted((a, b) -> b.createdAt().compareTo(a.createdAt()))
        .toList();
  }

  public List<Part> parts(String job) {
    return rows(PARTITION + "#" + job).stream().map(BackfillRows::part).toList();
  }

  /** What became of one that is over; its parts are gone then. */
  public Counts counts(String job) {
    return rows(PARTITION).stream()
        .filter(row -> row.get(StateTable.SK).s().equals(job))
        .findFirst()
        .map(BackfillRows::counts)
        .orElse(Counts.NONE);
  }

  /**
   * @return whether it was in the one state, and is in the other now
   */
  public boolean change(String job, State from, State to) {
    return update(
        jobKey(job),
        "SET #state = :to",
        Map.of(":to", text(to.name()), ":from", text(from.name())),
        Optional.of("#state = :from"));
  }

  /** From here on a worker may have something in hand. */
  public void begin(String job, String part, String worker, Instant since) {
    update(
        partKey(job, part),
        "SET worker = :worker, since = :since",
        Map.of(":worker", text(worker), ":since", text(since.toString())),
        Optional.of("attribute_exists(pk)"));
  }

  /** Nobody has anything of it in hand. */
  public void leave(String job, String part, String worker) {
    update(
        partKey(job, part),
        "REMOVE worker, since",
        Map.of(":worker", text(worker)),
        Optional.of("worker = :worker"));
  }

  /** Says why a part does not go on, until it does. */
  public void tell(String job, String part, Trouble trouble) {
    update(
        partKey(job, part),
        "SET trouble = :trouble, troubledAt = :at",
        Map.of(":trouble", text(trouble.reason()), ":at", text(trouble.at().toString())),
        Optional.of("attribute_exists(pk)"));
  }

  /**
   * Stores how far a part is. One who lost the part and does not know it yet never sets it back.
   *
   * @param now the part as it is; its {@code since} is that of the next page
   */
  public void store(String job, Part now) {
    Map<String, AttributeValue> values = new HashMap<>(BackfillRows.values(now));
    update(
        partKey(job, now.name()),
        BackfillRows.update(now),
        values,
        Optional.of("attribute_exists(pk) AND pages < :pages"));
  }

  /**
   * All parts are done, or it was given up: they are forgotten, and what they did is summed up.
   *
   * @return whether somebody else was not quicker
   */
  public boolean end(String job, State from, State to, Counts counts, Instant now) {
    Map<String, AttributeValue> values = new HashMap<>(BackfillRows.values(counts));
    values.put(":to", text(to.name()));
    values.put(":from", text(from.name()));
    values.put(":now", text(now.toString()));
    values.put(":expires", StateTable.expiresAt(now.plus(REMEMBERED)));
    boolean ended =
        update(
            jobKey(job),
            "SET #state = :to, endedAt = :now, expires = :expires, " + BackfillRows.COUNTS,
            values,
            Optional.of("#state = :from"));
    for (Part part : parts(job)) {
      dynamoDb.deleteItem(request -> request.tableName(stateTable).key(partKey(job, part.name())));
    }
    return ended;
  }

  private List<Map<String, AttributeValue>> rows(String partition) {
    return dynamoDb
        .queryPaginator(
            request ->
                request
                    .tableName(stateTable)
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", text(partition))))
        .items()
        .stream()
        .toList();
  }

  private boolean update(
      Map<String, AttributeValue> key,
      String expression,
      Map<String, AttributeValue> values,
      Optional<String> condition) {
    UpdateItemRequest.Builder request =
        UpdateItemRequest.builder()
            .tableName(stateTable)
            .key(key)
            .updateExpression(expression)
            .expressionAttributeValues(values)
            .conditionExpression(condition.orElse(null));
    Map<String, String> names = new HashMap<>(BackfillRows.RESERVED);
    names.keySet().removeIf(name -> !(expression + condition.orElse("")).contains(name));
    if (!names.isEmpty()) {
      request.expressionAttributeNames(names);
    }
    try {
      dynamoDb.updateItem(request.build());
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  private static Map<String, AttributeValue> jobKey(String job) {
    return Map.of(StateTable.PK, text(PARTITION), StateTable.SK, text(job));
  }

  private static Map<String, AttributeValue> partKey(String job, String part) {
    return Map.of(StateTable.PK, text(PARTITION + "#" + job), StateTable.SK, text(part));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
