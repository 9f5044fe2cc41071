package dev.tributary.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.document.Action;
import dev.tributary.document.Version;
import dev.tributary.stream.ShardConsumer;
import dev.tributary.stream.UnreadableRecord;
import dev.tributary.sync.Completion;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes bulk requests of a shard's changes and keeps them in a file, each behind its length: the
 * operations that a worker would send, in the order of the stream, with nothing left to do but to
 * send them.
 */
final class BulkFile implements ShardConsumer, AutoCloseable {

  private static final int BYTES = 5 << 20;
  private static final int ACTIONS = 2000;

  private final DataOutputStream file;
  private final Completion completion;
  private final ByteArrayOutputStream bulk = new ByteArrayOutputStream(BYTES);
  private int actions;

  BulkFile(Path file, Completion completion) throws IOException {
    this.file = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    this.completion = completion;
  }

  @Override
  public void accept(List<Change> changes) {
    for (Change change : changes) {
      long version = Version.of((Origin.Streamed) change.origin());
      completion.actionsFor(change).stream()
          .map(completion::fetched)
          .forEach(completed -> add(completed.action(), version));
    }
  }

  private void add(Action action, long version) {
    if (action instanceof Action.Index index) {
      line("index", index.id(), version);
      bulk.writeBytes(index.body().bytes());
      bulk.write('\n');
      actions++;
    } else if (action instanceof Action.Delete delete) {
      line("delete", delete.id(), version);
      actions++;
    }
    if (actions == ACTIONS || bulk.size() >= BYTES) {
      seal();
    }
  }

  private void line(String operation, String id, long version) {
    bulk.writeBytes(
        "{\"%s\":{\"_id\":\"%s\",\"version\":%d,\"version_type\":\"external_gte\"}}\n"
            .formatted(operation, id, version)
            .getBytes(UTF_8));
  }

  private void seal() {
    try {
      file.writeInt(bulk.size());
      bulk.writeTo(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    bulk.reset();
    actions = 0;
  }

  @Override
  public void unreadable(UnreadableRecord record) {
    throw new IllegalStateException(record.toString());
  }

  @Override
  public void halt() {
    throw new IllegalStateException("a record cannot be read");
  }

  @Override
  public void lost() {}

  @Override
  public boolean finish() {
    return true;
  }

  @Override
  public void close() throws IOException {
    if (actions > 0) {
      seal();
    }
    file.close();
  }
}
