package dev.tributary.sync;

import dev.tributary.index.DocumentKey;
import dev.tributary.table.DeadLetters.Letter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjLongConsumer;

/** Letters in memory, by the rules of the table. {@link #calls} has what was asked of it. */
final class FakeLetters implements LetterStore {

  final Map<DocumentKey, Letter> letters = new ConcurrentHashMap<>();
  final List<String> calls = new CopyOnWriteArrayList<>();

  /** Called before every call is answered: may wait, or throw to let it fail. */
  volatile Runnable before = () -> {};

  @Override
  public void store(Letter letter, Instant now) {
    before.run();
    letters.merge(
        new DocumentKey(letter.index(), letter.id()),
        letter,
        (there, later) -> there.version() <= later.version() ? later : there);
    calls.add("store " + letter.id());
  }

  @Override
  public boolean clear(DocumentKey document, long version) {
    before.run();
    letters.computeIfPresent(
        document, (key, letter) -> letter.version() <= version ? null : letter);
    calls.add("clear " + document.id());
    return !letters.containsKey(document);
  }

  @Override
  public void each(String index, ObjLongConsumer<String> letter) {
    before.run();
    letters.forEach(
        (document, there) -> {
          if (document.index().equals(index)) {
            letter.accept(document.id(), there.version());
          }
        });
    calls.add("each " + index);
  }
}
