package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.DynamoDBStreamsConsumerTaskFactory;
import software.amazon.kinesis.leases.Lease;
import software.amazon.kinesis.leases.LeaseCoordinator;
import software.amazon.kinesis.leases.ShardInfo;
import software.amazon.kinesis.leases.exceptions.LeasingException;
import software.amazon.kinesis.lifecycle.ConsumerTask;
import software.amazon.kinesis.lifecycle.ShardConsumer;
import software.amazon.kinesis.lifecycle.ShardConsumerArgument;
import software.amazon.kinesis.lifecycle.ShutdownReason;
import software.amazon.kinesis.lifecycle.TaskResult;
import software.amazon.kinesis.lifecycle.TaskType;
import software.amazon.kinesis.lifecycle.events.ProcessRecordsInput;

/**
 * The adapter's tasks with one correction. KCL (3.3.0) gives a lease to its next owner in the task
 * that lets a shard's processor finish. A shard that still waits for its parent has no such task:
 * its consumer ends, and the old owner renews the lease for ever, while the new one waits for it.
 * Neither that shard nor its children would be read until the old owner ends.
 *
 * <p>Nor by a worker that starts and takes such a lease for its own, before the old owner gave it
 * up: it too is asked to hand it over, to itself.
 */
final class HandoverTasks extends DynamoDBStreamsConsumerTaskFactory {

  @Override
  public ConsumerTask createShutdownTask(
      ShardConsumerArgument argument, ShardConsumer consumer, ProcessRecordsInput input) {
    ConsumerTask task = super.createShutdownTask(argument, consumer, input);
    // Where the processor could finish, this task comes only after the lease is gone.
    return consumer.shutdownReason() == ShutdownReason.REQUESTED
        ? new Handover(
            task, argument.leaseCoordinator(), ShardInfo.getLeaseKey(argument.shardInfo()))
        : task;
  }

  private record Handover(ConsumerTask task, LeaseCoordinator leases, String leaseKey)
      implements ConsumerTask {

    @Override
    public TaskResult call() {
      Lease lease = leases.getCurrentlyHeldLease(leaseKey);
      TaskResult result = task.call();
      boolean asked = lease != null && lease.shutdownRequested();
      if (!asked || result.getException() != null) {
        return result;
      }
      try {
        leases.leaseRefresher().assignLease(lease, lease.leaseOwner());
        leases.dropLease(lease);
        return result;
      } catch (LeasingException e) {
        // KCL makes the task again.
        return new TaskResult(e);
      }
    }

    @Override
    public TaskType taskType() {
      return task.taskType();
    }
  }
}
