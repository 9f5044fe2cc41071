package dev.tributary.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.bench.Run.Who;
import java.util.OptionalDouble;

/** A report for programs: one object. A figure that does not apply is not there. */
final class ReportJson {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private ReportJson() {}

  static String of(Report report) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("profile", report.profile().title());
    json.put("records", report.records());
    json.put("right", report.right());
    put(json, "ratioToRawBulk", report.rateAgainst(Who.RAW_BULK));
    put(json, "ratioToRawStream", report.rateAgainst(Who.RAW_STREAM));
    put(json, "ratioToMinimal", report.timeAgainst(Who.MINIMAL));
    put(json, "seconds", report.median(Who.WORKER, Run::seconds));
    put(json, "recordsPerSecond", report.median(Who.WORKER, Run::recordsPerSecond));
    put(json, "cpuMicrosPerRecord", report.median(Who.WORKER, Run::cpuMicros));
    put(json, "warmCpuMicrosPerRecord", report.median(Who.WORKER, Run::warmCpuMicros));
    put(json, "openSearchCpuMicrosPerRecord", report.median(Who.WORKER, Run::openSearchCpuMicros));
    put(json, "peakRssMb", report.median(Who.WORKER, Run::peakRssMb));
    put(json, "allocatedKbPerRecord", report.median(Who.WORKER, Run::allocatedKb));
    put(
        json,
        "writesPerRecord",
        report.median(Who.WORKER, run -> (double) run.written() / run.records()));
    for (Figure figure : report.figures()) {
      int dot = figure.name().indexOf('.');
      put(
          dot < 0 ? json : json.withObject("/" + figure.name().substring(0, dot)),
          figure.name().substring(dot + 1),
          OptionalDouble.of(figure.value()));
    }
    for (Run run : report.runs()) {
      add(json.withArray("runs").addObject(), run);
    }
    report.problems().forEach(json.withArray("problems")::add);
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(ObjectNode json, Run run) {
    json.put("who", run.title());
    json.put("records", run.records());
    put(json, "load", OptionalDouble.of(run.load()));
    put(json, "others", OptionalDouble.of(run.others()));
    put(json, "seconds", OptionalDouble.of(run.seconds()));
    put(json, "wholeSeconds", OptionalDouble.of(run.wholeSeconds()));
    put(json, "recordsPerSecond", OptionalDouble.of(run.recordsPerSecond()));
    put(json, "cpuMicrosPerRecord", OptionalDouble.of(run.cpuMicros()));
    put(json, "warmCpuMicrosPerRecord", OptionalDouble.of(run.warmCpuMicros()));
    put(json, "openSearchCpuMicrosPerRecord", OptionalDouble.of(run.openSearchCpuMicros()));
    put(json, "peakRssMb", OptionalDouble.of(run.peakRssMb()));
    put(json, "allocatedKbPerRecord", OptionalDouble.of(run.allocatedKb()));
    json.put("written", run.written());
  }

  /** With three digits behind the point, which are more than are true. */
  private static void put(ObjectNode json, String name, OptionalDouble figure) {
    figure.ifPresent(value -> json.put(name, Math.round(value * 1000) / 1000.0));
  }
}
