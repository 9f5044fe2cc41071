package dev.tributary.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How an index fills, seen from outside and for whoever fills it in the same way.
 *
 * @param marks the first is of before the first write, the last of the last write
 */
record Progress(List<Mark> marks) {

  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  /** So many looks in a row must find nothing new. */
  private static final int QUIET_LOOKS = 6;

  /**
   * @param written writes and deletes until then
   * @param cpuSeconds what the writer's process took until then
   */
  record Mark(long nanos, long written, double cpuSeconds) {}

  /**
   * Watches until some documents are there and nothing is written any more.
   *
   * @param lasts the ids of the documents that are written last
   * @param patience how long nothing may be written until then
   */
  static Progress watch(
      OpenSearch openSearch, String index, List<String> lasts, Child child, Duration patience)
      throws IOException, InterruptedException {
    List<Mark> marks = new ArrayList<>();
    long deadline = System.nanoTime() + patience.toNanos();
    int quiet = 0;
    long seen = 0;
    while (System.nanoTime() < deadline) {
      long written = openSearch.written(index);
      Mark mark = new Mark(System.nanoTime(), written, child.usage().cpuSeconds());
      if (marks.isEmpty() || written > seen) {
        marks.add(mark);
        quiet = 0;
        deadline = mark.nanos() + patience.toNanos();
      } else if (written == 0) {
        marks.set(0, mark);
      } else if (++quiet >= QUIET_LOOKS && hasAll(openSearch, index, lasts)) {
        return new Progress(marks);
      }
      seen = written;
      child.check();
      TimeUnit.NANOSECONDS.sleep(LOOK_EVERY.toNanos());
    }
    throw new IOException(
        "%s are not all in the index %s; %d writes came, and no more for %d s"
            .formatted(lasts, index, seen, patience.toSeconds()));
  }

  private static boolean hasAll(OpenSearch openSearch, String index, List<String> ids)
      throws IOException, InterruptedException {
    for (String id : ids) {
      if (!openSearch.has(index, id)) {
        return false;
      }
    }
    return true;
  }

  private Mark end() {
    return marks.get(marks.size() - 1);
  }

  long written() {
    return end().written();
  }

  long lastNanos() {
    return end().nanos();
  }

  double cpuSeconds() {
    return end().cpuSeconds();
  }

  /** From the first document, or a look before it, to the last. */
  double seconds() {
    return (end().nanos() - marks.get(0).nanos()) / 1e9;
  }

  /** The CPU of the second half, of each write: by then the process is warm. */
  double warmCpuSecondsPerWrite() {
    Mark half =
        marks.stream().filter(mark -> mark.written() >= written() / 2).findFirst().orElse(end());
    long written = written() - half.written();
    return written == 0 ? 0 : (cpuSeconds() - half.cpuSeconds()) / written;
  }
}
