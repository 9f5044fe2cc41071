package dev.tributary.backfill;

import dev.tributary.table.Backfills;
import dev.tributary.table.Backfills.Counts;
import dev.tributary.table.Backfills.Job;
import dev.tributary.table.Backfills.Part;
import dev.tributary.table.Backfills.State;
import dev.tributary.table.Gaps;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends jobs all of whose parts are done.
 *
 * <pre>
 *   running ──► ending ──► its gaps are closed ──► done, and its parts are deleted
 *      └──► cancelled, and its parts are deleted
 * </pre>
 *
 * <p>Whoever is slow may read the parts while another worker, or an operator, deletes them. What is
 * left of them then proves nothing. So a gap is closed by parts that were read while the job was
 * ending, and was so afterwards too: nobody deletes them before that is over.
 */
final class JobEnd {

  private static final Logger LOG = LoggerFactory.getLogger(JobEnd.class);

  private final Backfills backfills;
  private final Gaps gaps;
  private final Followed followed;

  JobEnd(Backfills backfills, Gaps gaps, Followed followed) {
    this.backfills = backfills;
    this.gaps = gaps;
    this.followed = followed;
  }

  /**
   * @param job as it was read, running or ending
   */
  void end(Job job, Reach reach, Instant now) {
    // Without a sweep it closes no gaps, so there is nothing to be done before it is over.
    State ending = job.plan().sweep() ? State.ENDING : job.state();
    if (!backfills.change(job.id(), job.state(), ending)) {
      return;
    }
    List<Part> parts = backfills.parts(job.id());
    if (!backfills.change(job.id(), ending, ending)) {
      return;
    }
    // First these: a job that is over is looked at no more.
    int closed =
        GapRepair.isMadeGood(parts)
            ? gaps.close(
                job.plan().table(),
                gap -> reach.repairs(gap) && followed.isOurs(gap),
                job.createdAt(),
                now)
            : 0;
    Counts counts = parts.stream().map(Part::counts).reduce(Counts.NONE, Counts::plus);
    if (backfills.end(job.id(), ending, State.DONE, counts, now)) {
      LOG.info(
          "Backfill {} is done: {} items, {} documents, {} deleted, {} gaps closed",
          job.id(),
          counts.items(),
          counts.documents(),
          counts.deleted(),
          closed);
    }
  }
}
