package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tributary.change.SequenceNumber;
import dev.tributary.stream.LeasedShard.Checkpoint;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.kinesis.exceptions.InvalidStateException;
import software.amazon.kinesis.exceptions.KinesisClientLibDependencyException;
import software.amazon.kinesis.exceptions.ShutdownException;
import software.amazon.kinesis.exceptions.ThrottlingException;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.processor.RecordProcessorCheckpointer;

class KclShardTest {

  private static final SequenceNumber DONE = SequenceNumber.of("00000000000000000007");

  private Lease lease = lease(UUID.randomUUID());
  private long now = 100;

  /** Of this wide interface only one method is used, so only one is answered. */
  private final LeaseCoordinator leases =
      fake(
          LeaseCoordinator.class,
          (method, argument) -> {
            assertThat(method).isEqualTo("getCurrentlyHeldLease");
            return "stream:shard-1".equals(argument) ? lease : null;
          });

  private final List<Object> checkpoints = new ArrayList<>();

  @FunctionalInterface
  private interface Call {
    Object answer(String method, Object argument) throws Throwable;
  }

  private static <T> T fake(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            KclShardTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                call.answer(
                    method.getName(),
                    arguments == null || arguments.length == 0 ? "" : arguments[0])));
  }

  private static Lease lease(UUID token) {
    Lease lease = new Lease();
    lease.leaseKey("stream:shard-1");
    lease.concurrencyToken(token);
    return lease;
  }

  private RecordProcessorCheckpointer checkpointer() {
    return fake(
        RecordProcessorCheckpointer.class,
        (method, argument) -> {
          assertThat(method).isEqualTo("checkpoint");
          checkpoints.add(argument);
          return null;
        });
  }

  private static RecordProcessorCheckpointer failing(Exception failure) {
    return fake(
        RecordProcessorCheckpointer.class,
        (method, argument) -> {
          throw failure;
        });
  }

  private KclShard shard() {
    return new KclShard(
        "places/shard-1", "stream:shard-1", () -> leases, Duration.ofNanos(10), () -> now);
  }

  @Test
  void isHeldWhileTheLeaseIsThereWithItsToken() {
    KclShard shard = shard();
    lease = lease(lease.concurrencyToken());
    assertThat(shard.held()).as("a renewal gives a new copy with the same token").isTrue();
  }

  @Test
  void aRenewalIsTrustedForHalfTheFailoverTimeAndThenAskedForAgain() {
    KclShard shard = shard();
    lease.lastCounterIncrementNanos(100L);
    assertThat(shard.held()).isTrue();
    lease = null;
    now = 104;
    assertThat(shard.held()).as("renewed 4 of 10 ago").isTrue();
    now = 105;
    assertThat(shard.held()).as("asked again, and gone").isFalse();
    now = 101;
    assertThat(shard.held()).isFalse();
  }

  @Test
  void isNeverHeldAgainOnceTheLeaseWasNotRenewed() {
    KclShard shard = shard();
    Lease ours = lease;
    lease = null;
    assertThat(shard.held()).isFalse();
    lease = ours;
    assertThat(shard.held()).isFalse();
  }

  @Test
  void aLeaseThatWasLostAndCameBackIsAnother() {
    KclShard shard = shard();
    Lease ours = lease;
    lease = lease(UUID.randomUUID());
    assertThat(shard.held()).isFalse();
    lease = ours;
    assertThat(shard.held()).isFalse();
  }

  @Test
  void aLeaseThatWasGoneBeforeTheShardBeganIsNotHeld() {
    Lease ours = lease;
    lease = null;
    KclShard shard = shard();
    lease = ours;
    assertThat(shard.held()).isFalse();
  }

  @Test
  void isNotHeldAfterKclSaidSo() {
    KclShard shard = shard();
    shard.lose();
    assertThat(shard.held()).isFalse();
  }

  @Test
  void aCheckpointNamesTheSequenceNumberAsTheStreamWroteIt() {
    KclShard shard = shard();
    shard.checkpointer(checkpointer());
    assertThat(shard.checkpoint(DONE)).isEqualTo(Checkpoint.STORED);
    assertThat(checkpoints).containsExactly("00000000000000000007");
  }

  @Test
  void aCheckpointBeforeTheFirstRecordsIsTriedLater() {
    assertThat(shard().checkpoint(DONE)).isEqualTo(Checkpoint.TRY_LATER);
  }

  @Test
  void aCheckpointOfAShardThatWentElsewhereLosesIt() {
    KclShard shard = shard();
    shard.checkpointer(failing(new ShutdownException("another worker has the lease")));
    assertThat(shard.checkpoint(DONE)).isEqualTo(Checkpoint.LOST);
    assertThat(shard.held()).isFalse();
  }

  @Test
  void aCheckpointThatCannotBeStoredNowIsTriedLaterAndLosesNothing() {
    for (Exception failure :
        List.of(
            new ThrottlingException("slow down"),
            new InvalidStateException("no lease table"),
            new KinesisClientLibDependencyException("no DynamoDB"),
            new IllegalArgumentException("out of range"),
            new RuntimeException(SdkClientException.create("the connection broke")))) {
      KclShard shard = shard();
      shard.checkpointer(failing(failure));
      assertThat(shard.checkpoint(DONE)).as("%s", failure).isEqualTo(Checkpoint.TRY_LATER);
      assertThat(shard.held()).as("%s", failure).isTrue();
    }
  }

  @Test
  void whatNobodyForesawIsToldWithItsTrace() {
    KclShard shard = shard();
    IllegalStateException fault = new IllegalStateException("a fault");
    shard.checkpointer(failing(fault));
    assertThatThrownBy(() -> shard.checkpoint(DONE)).isSameAs(fault);
  }

  @Test
  void theEndOfAShardIsStoredOrAskedForAgain() {
    KclShard shard = shard();
    assertThat(shard.checkpointEnd(failing(new ThrottlingException("slow down")))).isFalse();
    assertThat(shard.held()).isTrue();
    assertThat(shard.checkpointEnd(checkpointer())).isTrue();
    assertThat(shard.checkpointEnd(failing(new ShutdownException("another's")))).isFalse();
    assertThat(shard.held()).isFalse();
  }
}
