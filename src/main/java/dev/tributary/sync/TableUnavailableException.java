package dev.tributary.sync;

/**
 * DynamoDB did not answer, or would not serve us now. Trying again later is the cure, other than
 * with a fault of ours.
 */
public final class TableUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1;

  TableUnavailableException(RuntimeException cause) {
    super(cause.toString(), cause);
  }
}
