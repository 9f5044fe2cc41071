package dev.tributary.bench;

import dev.tributary.bench.Run.Who;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** A report for people: what counts first, then every single run. */
final class ReportText {

  private static final String ROW = "%-28s %5s %6s %8s %9s %8s %8s %8s %8s %7s %7s";

  private ReportText() {}

  static List<String> of(Report report) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("%s, %d records".formatted(report.profile().title(), report.records()));
    add(lines, "against raw bulk, rate", report.rateAgainst(Who.RAW_BULK), "×");
    add(lines, "against raw GetRecords, rate", report.rateAgainst(Who.RAW_STREAM), "×");
    add(lines, "against the minimal program, time", report.timeAgainst(Who.MINIMAL), "×");
    add(lines, "CPU of a record, whole process", report.median(Who.WORKER, Run::cpuMicros), "µs");
    add(lines, "CPU of a record, warm", report.median(Who.WORKER, Run::warmCpuMicros), "µs");
    add(lines, "peak RSS", report.median(Who.WORKER, Run::peakRssMb), "MB");
    add(
        lines,
        "documents written, for each record",
        report.median(Who.WORKER, run -> (double) run.written() / run.records()),
        "");
    report
        .figures()
        .forEach(
            figure -> add(lines, figure.title(), OptionalDouble.of(figure.value()), figure.unit()));
    if (!report.runs().isEmpty()) {
      table(lines, report.runs());
    }
    lines.add("");
    lines.add(report.right() ? "The final state is right." : "THE FINAL STATE IS WRONG:");
    lines.addAll(report.problems());
    return lines;
  }

  private static void table(List<String> lines, List<Run> runs) {
    lines.add("");
    lines.add(
        ROW.formatted(
            "",
            "load",
            "others",
            "seconds",
            "records/s",
            "whole s",
            "CPU µs",
            "warm µs",
            "OS µs",
            "RSS MB",
            "KB/rec"));
    runs.forEach(run -> lines.add(row(run)));
  }

  private static void add(List<String> lines, String what, OptionalDouble figure, String unit) {
    figure.ifPresent(
        value -> lines.add(String.format(Locale.ROOT, "  %-36s %8.2f %s", what, value, unit)));
  }

  private static String row(Run run) {
    return ROW.formatted(
            run.title(),
            one(run.load()),
            one(run.others()),
            two(run.seconds()),
            "%d".formatted(Math.round(run.recordsPerSecond())),
            two(run.wholeSeconds()),
            one(run.cpuMicros()),
            run.warmCpuMicros() == 0 ? "-" : one(run.warmCpuMicros()),
            one(run.openSearchCpuMicros()),
            "%d".formatted(Math.round(run.peakRssMb())),
            one(run.allocatedKb()))
        .stripTrailing();
  }

  private static String one(double figure) {
    return String.format(Locale.ROOT, "%.1f", figure);
  }

  private static String two(double figure) {
    return String.format(Locale.ROOT, "%.2f", figure);
  }
}
