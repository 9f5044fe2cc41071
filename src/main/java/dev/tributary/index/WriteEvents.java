package dev.tributary.index;

/** Told what happens to writes, to be counted. Any thread may call it; it does not wait. */
public interface WriteEvents {

  /** A bulk was answered, or given up. */
  void bulk(int actions, long bytes, long nanos);

  /** One write ended. */
  void ended(Outcome outcome);

  /** Writes ended without having been sent, by the outcome of a newer one of their document. */
  void coalesced(int writes);

  /** Writes have to be tried again. */
  void putOff(Setback why, int writes);

  /** A bulk was refused or timed out, and is sent again in two halves. */
  void halved();

  /** What may be under way from now on. */
  void paced(int bulks, int actions, long bytes);

  /** One write that OpenSearch refused for its version was decided. */
  void decided(ConflictBranch branch);
}
