package dev.tributary.explain;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.config.Settings;
import java.io.InputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** From a question to the change that it is about. */
final class Asking {

  /** Where the place in the stream is not known: what is made of it is never shown. */
  private static final Origin STAND_IN = new Origin.Read(Instant.EPOCH, Optional.empty());

  private Asking() {}

  static Asked ask(Question question, Map<String, Settings.Table> tables, InputStream standardInput)
      throws InvalidInputException, WrongUseException {
    Given given = GivenReader.read(question.file(), standardInput, question.format());
    if (given instanceof Given.StreamRecord record) {
      if (question.old().isPresent() || question.removed() || question.place().isPresent()) {
        throw new WrongUseException(
            "--old, --remove, --at and --seq go with an item, and this is a stream record");
      }
      return ofRecord(
          record, TableChoice.of(tables, question.table(), record.stream()), question.file());
    }
    Settings.Table table = TableChoice.of(tables, question.table(), Optional.empty());
    return ofItem((Given.Single) given, table, question, standardInput);
  }

  private static Asked ofRecord(Given.StreamRecord record, Settings.Table table, String file)
      throws InvalidInputException {
    ItemKey key = Keys.of(record.keys(), table, file);
    boolean placed = record.sequenceNumber().isPresent() && record.createdAt().isPresent();
    Origin origin =
        placed
            ? new Origin.Streamed(
                record.stream().orElse(""), record.sequenceNumber().get(), record.createdAt().get())
            : STAND_IN;
    Change change =
        record.after().isPresent()
            ? new Change.Put(table.name(), key, origin, record.after().get(), record.before())
            : new Change.Remove(table.name(), key, origin, record.before(), record.expired());
    return new Asked(change, "a stream record", placed);
  }

  private static Asked ofItem(
      Given.Single given, Settings.Table table, Question question, InputStream standardInput)
      throws InvalidInputException {
    ItemKey key = Keys.of(given.item(), table, question.file());
    Origin origin =
        question
            .place()
            .<Origin>map(place -> new Origin.Streamed("", place.sequenceNumber(), place.at()))
            .orElse(STAND_IN);
    Change change =
        question.removed()
            ? new Change.Remove(table.name(), key, origin, beyondKey(given.item(), table), false)
            : new Change.Put(
                table.name(), key, origin, given.item(), old(question, table, key, standardInput));
    return new Asked(change, given.format().toString(), question.place().isPresent());
  }

  /** Who gives only a key does not say how the item looked. */
  private static Optional<Item> beyondKey(Item item, Settings.Table table) {
    int keyAttributes = table.key().sk().isPresent() ? 2 : 1;
    return Optional.of(item).filter(i -> i.attributes().size() > keyAttributes);
  }

  private static Optional<Item> old(
      Question question, Settings.Table table, ItemKey key, InputStream standardInput)
      throws InvalidInputException {
    if (question.old().isEmpty()) {
      return Optional.empty();
    }
    String file = question.old().get();
    if (!(GivenReader.read(file, standardInput, question.format()) instanceof Given.Single old)) {
      throw new InvalidInputException(
          file + "  is a stream record, which has both images; give it alone, without --old");
    }
    ItemKey oldKey = Keys.of(old.item(), table, file);
    if (!oldKey.toString().equals(key.toString())) {
      throw new InvalidInputException(
          "%s  is another item: its key is %s, and that of %s is %s"
              .formatted(file, oldKey, question.file(), key));
    }
    return Optional.of(old.item());
  }
}
