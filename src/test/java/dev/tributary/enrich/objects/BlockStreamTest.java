package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.enrich.objects.Blocks.Answer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An object that is read block by block. */
class BlockStreamTest {

  private final Deque<Reply> failures = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private byte[] bytes = new byte[10];
  private String etag = "one";
  private int rests;

  private BlockStream stream() {
    return new BlockStream(
        this::read,
        ObjectReference.of("bucket", "key"),
        4,
        new Backoff(new Random(1)),
        time -> rests++);
  }

  private CompletableFuture<Answer> read(
      ObjectReference object, long from, int length, Optional<String> unchanged) {
    asked.add(from + unchanged.map(tag -> " of " + tag).orElse(""));
    Reply failure = failures.poll();
    if (failure == null && unchanged.filter(tag -> !tag.equals(etag)).isPresent()) {
      failure = new Reply.Failed(412, "PreconditionFailed", "");
    }
    if (failure != null) {
      return CompletableFuture.completedFuture(new Answer.Failed(failure));
    }
    if (from >= bytes.length) {
      return CompletableFuture.completedFuture(new Answer.BehindTheEnd());
    }
    byte[] block =
        Arrays.copyOfRange(bytes, (int) from, (int) Math.min(bytes.length, from + length));
    return CompletableFuture.completedFuture(
        new Answer.Block(ObjectBytes.of(block), bytes.length, Optional.of(etag)));
  }

  @Test
  void allBytesComeInOrderAndNothingIsAskedForTwice() throws Exception {
    new Random(2).nextBytes(bytes);
    assertThat(stream().readAllBytes()).isEqualTo(bytes);
    assertThat(asked).containsExactly("0", "4 of one", "8 of one");
  }

  @Test
  void anEmptyObjectHasNoBytes() throws Exception {
    bytes = new byte[0];
    assertThat(stream().read()).isEqualTo(-1);
  }

  @Test
  void itSaysThatMoreFollowsAlsoBetweenBlocks() throws Exception {
    BlockStream stream = stream();
    assertThat(stream.readNBytes(4)).hasSize(4);
    assertThat(stream.available()).isPositive();
    assertThat(stream.readNBytes(7)).hasSize(6);
    assertThat(stream.available()).isZero();
  }

  @Test
  void aBrokenConnectionCostsABlock() throws Exception {
    BlockStream stream = stream();
    stream.readNBytes(4);
    failures.add(new Reply.Broken("reset"));
    failures.add(new Reply.Failed(503, "SlowDown", ""));
    assertThat(stream.readAllBytes()).hasSize(6);
    assertThat(rests).isEqualTo(2);
    assertThat(asked).containsExactly("0", "4 of one", "4 of one", "4 of one", "8 of one");
  }

  @Test
  void itGivesUpAfterAWhile() {
    for (int i = 0; i < 100; i++) {
      failures.add(new Reply.Broken("reset"));
    }
    assertThatThrownBy(stream()::read)
        .isInstanceOf(UnreadableObjectException.class)
        .hasMessage("s3://bucket/key: reset");
    assertThat(rests).isEqualTo(19);
  }

  @Test
  void whatSettlesItIsNotAskedTwice() {
    failures.add(new Reply.Failed(404, "NoSuchKey", ""));
    assertThatThrownBy(stream()::read)
        .isInstanceOfSatisfying(
            UnreadableObjectException.class, e -> assertThat(e.isMissing()).isTrue())
        .hasMessage("s3://bucket/key is not there");
    failures.add(new Reply.Failed(403, "AccessDenied", ""));
    assertThatThrownBy(stream()::read)
        .hasMessageContainingAll("s3://bucket/key", "403 AccessDenied", "s3:GetObject");
    assertThat(rests).isZero();
  }

  @Test
  void anObjectThatIsReplacedMeanwhileIsNotMixed() throws Exception {
    BlockStream stream = stream();
    stream.readNBytes(4);
    etag = "two";
    assertThatThrownBy(stream::readAllBytes)
        .hasMessageContaining("s3://bucket/key was replaced while it was read");
  }
}
