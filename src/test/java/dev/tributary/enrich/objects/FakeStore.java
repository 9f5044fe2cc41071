package dev.tributary.enrich.objects;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A store whose answers the test gives, each when it wants to. */
final class FakeStore implements ObjectStore {

  /** A call that was made, to be answered. */
  record Call(
      ObjectReference reference,
      Optional<String> unless,
      Optional<Intake> intake,
      CompletableFuture<Reply> reply) {

    void answer(Reply answer) {
      reply.complete(answer);
    }

    /** As a server that announces how many bytes it sends, and sends them if they are admitted. */
    void send(String text, String etag) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      boolean admitted = intake.orElseThrow().admit(bytes.length);
      answer(
          admitted
              ? new Reply.Found(ObjectBytes.of(bytes), Optional.of(etag), Optional.empty())
              : new Reply.Unadmitted());
    }

    void fail(int status) {
      answer(new Reply.Failed(status, "", ""));
    }
  }

  final List<Call> calls = new ArrayList<>();
  boolean closed;

  @Override
  public CompletableFuture<Reply> get(
      ObjectReference reference, Optional<String> unless, Intake intake) {
    return add(new Call(reference, unless, Optional.of(intake), new CompletableFuture<>()));
  }

  @Override
  public CompletableFuture<Reply> head(ObjectReference reference) {
    return add(new Call(reference, Optional.empty(), Optional.empty(), new CompletableFuture<>()));
  }

  private CompletableFuture<Reply> add(Call call) {
    calls.add(call);
    return call.reply();
  }

  Call last() {
    return calls.get(calls.size() - 1);
  }

  long underWay() {
    return calls.stream().filter(call -> !call.reply().isDone()).count();
  }

  @Override
  public void close() {
    closed = true;
  }
}
