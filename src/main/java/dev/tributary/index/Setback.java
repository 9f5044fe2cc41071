package dev.tributary.index;

/**
 * Why a write has to be tried again. None of these says anything about the document, so each is
 * waited out, however long it takes; they differ in what an operator can do about them.
 */
public enum Setback {
  /**
   * Too much at once, for its queue or for its memory: it says so, and less at once is the cure.
   */
  OVERLOADED("it is overloaded", "nothing while it passes; else give it more nodes"),

  /** Its disk is nearly full: less at once would not help. */
  FLOOD_STAGE(
      "its disk is full to the flood stage",
      "free or add disk; OpenSearch then lifts the block by itself"),

  /** Somebody made the index or the cluster read-only, or closed it for writing. */
  BLOCKED("a block forbids writes", "lift index.blocks.* or cluster.blocks.* when that is over"),

  UNAUTHORISED("it refuses us", "look at opensearch.authentication and at the role's rights"),

  /** Or its alias, or the index is closed, or the alias has no index to write to. */
  NO_INDEX("the index or its alias is not there", "restore the alias, or open the index"),

  TIMEOUT("it does not answer in time", "look at its load, or raise opensearch.requestTimeout"),

  NO_CONNECTION("it cannot be reached", "look at the network and at opensearch.url"),

  SERVER_ERROR("it failed", "look at its health and its log"),

  UNKNOWN("it answered with something unexpected", "read what it says");

  private static final String BLOCK = "cluster_block_exception";

  private final String title;
  private final String advice;

  Setback(String title, String advice) {
    this.title = title;
    this.advice = advice;
  }

  /** What it is, behind "OpenSearch does not take writes:". */
  public String title() {
    return title;
  }

  /** What an operator can do about it. */
  public String advice() {
    return advice;
  }

  /** Whether it holds for all documents of an index alike, and says nothing of other indexes. */
  boolean ofTheIndex() {
    return this == FLOOD_STAGE || this == BLOCKED || this == UNAUTHORISED || this == NO_INDEX;
  }

  /**
   * By what OpenSearch answered for one action, or for a whole request.
   *
   * @param type empty where it named none
   */
  static Setback of(int status, String type, String reason) {
    if (status == 429) {
      return type.equals(BLOCK) ? FLOOD_STAGE : OVERLOADED;
    }
    if (status >= 500) {
      return SERVER_ERROR;
    }
    if (status == 404 || type.equals("index_closed_exception") || noWriteIndex(reason)) {
      return NO_INDEX;
    }
    if (status == 403 && type.equals(BLOCK)) {
      return BLOCKED;
    }
    return status == 401 || status == 403 ? UNAUTHORISED : UNKNOWN;
  }

  private static boolean noWriteIndex(String reason) {
    return reason.contains("no write index is defined");
  }
}
