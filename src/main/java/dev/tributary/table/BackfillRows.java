package dev.tributary.table;

import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Export;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.Plan;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Backfills.Trouble;
import dev.tributary.table.ItemReads.Cursor;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How {@link Backfills} stand in the state table. */
final class BackfillRows {

  private static final Logger LOG = LoggerFactory.getLogger(BackfillRows.class);

  /** Words that DynamoDB keeps for itself. */
  static final Map<String, String> RESERVED =
      Map.of(
          "#state", "state", "#table", "table", "#by", "by", "#items", "items", "#cursor", "cursor",
          "#export", "export", "#rules", "rules");

  static final String COUNTS =
      "#items = :items, documents = :documents, deleted = :deleted, readUnits = :readUnits";

  static final String JOB =
      "SET #table = :table, #state = :state, createdAt = :createdAt, #by = :by, sweep = :sweep,"
          + " unitsPerSecond = :units, entity = :entity, prefix = :prefix, runner = :runner,"
          + " #export = :export, #rules = :rules";

  private BackfillRows() {}

  static Map<String, AttributeValue> values(Job job) {
    Plan plan = job.plan();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":table", text(plan.table()));
    values.put(":state", text(job.state().name()));
    values.put(":createdAt", text(job.createdAt().toString()));
    values.put(":by", text(job.by()));
    values.put(":sweep", AttributeValue.fromBool(plan.sweep()));
    values.put(":units", number(plan.readUnits()));
    values.put(":entity", text(plan.entity().orElse("")));
    values.put(":prefix", text(plan.prefix().orElse("")));
    values.put(":runner", text(plan.runner().orElse("")));
    values.put(":rules", rules(job.rules()));
    values.put(
        ":export",
        AttributeValue.fromM(plan.export().map(BackfillRows::export).orElseGet(Map::of)));
    return values;
  }

  private static Map<String, AttributeValue> export(Export export) {
    return Map.of(
        "place", text(export.place()),
        "time", text(export.time().toString()),
        "items", number(export.items()));
  }

  private static Optional<Export> export(AttributeValue map) {
    return Optional.ofNullable(map)
        .map(AttributeValue::m)
        .filter(of -> !of.isEmpty())
        .map(
            of ->
                new Export(
                    of.get("place").s(),
                    Instant.parse(of.get("time").s()),
                    Long.parseLong(of.get("items").n())));
  }

  private static AttributeValue rules(Map<String, String> digests) {
    Map<String, AttributeValue> rules = new HashMap<>();
    digests.forEach((index, digest) -> rules.put(index, text(digest)));
    return AttributeValue.fromM(rules);
  }

  /** None, of a version that did not say. */
  private static Map<String, String> rules(AttributeValue map) {
    Map<String, String> digests = new HashMap<>();
    Optional.ofNullable(map)
        .ifPresent(rules -> rules.m().forEach((index, digest) -> digests.put(index, digest.s())));
    return digests;
  }

  /** One that this version does not understand must not keep it from the others. */
  static Optional<Job> job(Map<String, AttributeValue> row) {
    try {
      Plan plan =
          new Plan(
              row.get("table").s(),
              optional(row, "entity"),
              optional(row, "prefix"),
              row.get("sweep").bool(),
              Double.parseDouble(row.get("unitsPerSecond").n()),
              optional(row, "runner"),
              export(row.get("export")));
      return Optional.of(
          new Job(
              row.get(StateTable.SK).s(),
              plan,
              State.valueOf(row.get("state").s()),
              Instant.parse(row.get("createdAt").s()),
              row.get("by").s(),
              rules(row.get("rules"))));
    } catch (RuntimeException e) {
      LOG.error("The backfill {} cannot be read", row.get(StateTable.SK).s(), e);
      return Optional.empty();
    }
  }

  static Part part(Map<String, AttributeValue> row) {
    return new Part(
        row.get(StateTable.SK).s(),
        Optional.ofNullable(row.get("cursor")).map(AttributeValue::m).map(Cursor::new),
        Integer.parseInt(row.get("pages").n()),
        counts(row),
        row.containsKey("done"),
        optional(row, "worker"),
        optional(row, "since").map(Instant::parse),
        optional(row, "trouble")
            .map(why -> new Trouble(why, Instant.parse(row.get("troubledAt").s()))));
  }

  static String update(Part part) {
    return "SET pages = :pages, "
        + COUNTS
        + part.since().map(since -> ", since = :since").orElse("")
        + part.cursor().map(cursor -> ", #cursor = :cursor").orElse("")
        + (part.done() ? ", done = :done REMOVE worker, since, trouble" : " REMOVE trouble");
  }

  static Map<String, AttributeValue> values(Part part) {
    Map<String, AttributeValue> values = new HashMap<>(values(part.counts()));
    values.put(":pages", number(part.pages()));
    part.since().ifPresent(since -> values.put(":since", text(since.toString())));
    part.cursor().ifPresent(cursor -> values.put(":cursor", AttributeValue.fromM(cursor.key())));
    if (part.done()) {
      values.put(":done", AttributeValue.fromBool(true));
    }
    return values;
  }

  static Map<String, AttributeValue> values(Counts counts) {
    return Map.of(
        ":items", number(counts.items()),
        ":documents", number(counts.documents()),
        ":deleted", number(counts.deleted()),
        ":readUnits", number(counts.readUnits()));
  }

  static Counts counts(Map<String, AttributeValue> row) {
    return row.containsKey("items")
        ? new Counts(
            Long.parseLong(row.get("items").n()),
            Long.parseLong(row.get("documents").n()),
            Long.parseLong(row.get("deleted").n()),
            Double.parseDouble(row.get("readUnits").n()))
        : Counts.NONE;
  }

  private static Optional<String> optional(Map<String, AttributeValue> row, String name) {
    return Optional.ofNullable(row.get(name)).map(AttributeValue::s).filter(s -> !s.isEmpty());
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  private static AttributeValue number(double number) {
    return AttributeValue.fromN(Double.toString(number));
  }
}
