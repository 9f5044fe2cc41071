package dev.tributary.bench;

import dev.tributary.local.LocalServer;
import java.io.IOException;

/** Measures one part, from before its process starts until its work is done. */
final class Meter {

  private static final double MICROS = 1e6;

  private final Ground ground;
  private final Machine before = Machine.now();
  private final long startedNanos = System.nanoTime();
  private final double openSearchBefore;
  private final double oursBefore;

  Meter(Ground ground) {
    this.ground = ground;
    this.openSearchBefore = openSearch();
    this.oursBefore = ours();
  }

  private double openSearch() {
    return ground.usageOf(LocalServer.OPENSEARCH).cpuSeconds();
  }

  private double ours() {
    return openSearch()
        + ground.usageOf(LocalServer.DYNAMODB).cpuSeconds()
        + Usage.of(ProcessHandle.current()).cpuSeconds();
  }

  /** The work was to fill an index. */
  Run filled(Run.Who who, long records, Child child, Progress progress) throws IOException {
    return run(
        who,
        records,
        child,
        progress.seconds(),
        (progress.lastNanos() - child.startedNanos()) / 1e9,
        progress.written(),
        progress.cpuSeconds(),
        progress.warmCpuSecondsPerWrite() * progress.written() / records);
  }

  /** The work was to read alone. */
  Run read(Run.Who who, long records, Child child, double seconds) throws IOException {
    return run(
        who,
        records,
        child,
        seconds,
        (System.nanoTime() - child.startedNanos()) / 1e9,
        0,
        child.usage().cpuSeconds(),
        0);
  }

  private Run run(
      Run.Who who,
      long records,
      Child child,
      double seconds,
      double wholeSeconds,
      long written,
      double cpuSeconds,
      double warmCpuSeconds)
      throws IOException {
    double wall = (System.nanoTime() - startedNanos) / 1e9;
    Usage usage = child.usage();
    double busy = Machine.now().busySeconds() - before.busySeconds();
    double others = busy - (ours() - oursBefore) - usage.cpuSeconds();
    return new Run(
        who,
        "",
        before.load(),
        Math.max(0, others / wall),
        records,
        seconds,
        wholeSeconds,
        written,
        cpuSeconds / records * MICROS,
        warmCpuSeconds * MICROS,
        (openSearch() - openSearchBefore) / records * MICROS,
        usage.peakRssMb(),
        child.collections().allocatedMb() * 1024 / records);
  }
}
