package dev.tributary.system;

import dev.tributary.enrich.objects.S3Fixture;
import dev.tributary.local.LocalServer;
import dev.tributary.local.LocalStack;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import dev.tributary.system.Stopwatch.Times;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Polygons from S3 until they are searchable, against what OpenSearch does with the same documents
 * when nothing else is in its way. No build runs it, and it asserts no times:
 *
 * <pre>
 *   mvn -B verify -Dit.test=GeometryBench -Dtest=WindowTest -Dpolygons=3000 -Dbytes=20000
 *   mvn -B verify -Dit.test=GeometryBench -Dtest=WindowTest -Dpolygons=200 -Dbytes=2000000 -Drounds=1
 * </pre>
 *
 * <p>Both need the processor, and OpenSearch alone can take all of it. With {@code -Dpin=true} it
 * has one core to itself in both cases and all others share the rest, as if it ran elsewhere. That
 * is so only where the machine has nothing else to do: other programs are kept off no core, and
 * take more from one side than from the other. {@code -Dobjects="bytesInFlight: 64MiB"} is for the
 * config, {@code -Djava.options=} and {@code -Dheap=} for the worker's JVM.
 */
class GeometryBench {

  private static final int POLYGONS = Integer.getInteger("polygons", 3_000);
  private static final int VERTICES = Wavy.vertices(Integer.getInteger("bytes", 20_000));
  private static final int ROUNDS = Integer.getInteger("rounds", 3);
  private static final boolean PIN = Boolean.getBoolean("pin");
  private static final String HEAP = System.getProperty("heap", "256m");
  private static final String OBJECTS = System.getProperty("objects", "");
  private static final String MORE = System.getProperty("java.options", "");
  private static final String BUCKET = "tributary-geometry-bench";
  private static final String MAPPING =
      "{\"mappings\": {\"properties\": {\"outline\": {\"type\": \"geo_shape\"}}}}";
  private static final int PARTS = 8;
  private static final int BATCH = 25;

  private final LocalStack stack = Servers.shared();
  private final RawOpenSearch openSearch = new RawOpenSearch(stack.openSearch());
  private final List<Times> workers = new ArrayList<>();
  private final List<Times> ceilings = new ArrayList<>();

  @Test
  void measure() throws Exception {
    if (PIN) {
      pin(stack.process(LocalServer.OPENSEARCH), 0);
      pin(stack.process(LocalServer.S3), 1);
      pin(stack.process(LocalServer.DYNAMODB), 1);
      pin(ProcessHandle.current(), 1);
    }
    try (S3Fixture s3 = new S3Fixture(BUCKET)) {
      IntStream.range(0, POLYGONS)
          .parallel()
          .forEach(i -> s3.put(key(i), Wavy.polygon(VERTICES, i)));
      System.out.printf(
          "%d polygons of %d vertices, %d bytes; heap %s%n",
          POLYGONS, VERTICES, Wavy.polygon(VERTICES, 0).length, HEAP);
      RawBulks bulks = worker();
      workers.clear(); // OpenSearch was cold
      ceiling(bulks);
      ceilings.clear();
      for (int round = 0; round < ROUNDS; round++) {
        ceiling(bulks);
        var unused = worker();
      }
      ceiling(bulks);
    }
    if (ROUNDS == 0) {
      return;
    }
    double worker = median(workers, Times::perSecond);
    double ceiling = median(ceilings, Times::perSecond);
    System.out.printf(
        "Medians: worker %.1f polygons/s, %.0f vertices/s; ceiling %.1f, %.0f; ratio %.2f; of the"
            + " second halves %.1f and %.1f, %.2f%n",
        worker,
        worker * VERTICES,
        ceiling,
        ceiling * VERTICES,
        worker / ceiling,
        median(workers, Times::later),
        median(ceilings, Times::later),
        median(workers, Times::later) / median(ceilings, Times::later));
  }

  private static double median(List<Times> times, ToDoubleFunction<Times> figure) {
    double[] sorted = times.stream().mapToDouble(figure).sorted().toArray();
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  private static String key(int number) {
    return "polygon-" + number + ".json";
  }

  private RawBulks worker() throws Exception {
    try (Sandbox sandbox =
        Sandbox.withObjects(
            "url: {geometry: outline}",
            "buckets: {%s: {endpoint: \"${S3_ENDPOINT}\"}}, %s".formatted(BUCKET, OBJECTS),
            MAPPING)) {
      putItems(sandbox);
      Path log = sandbox.folder().resolve("gc.log");
      List<String> options = new ArrayList<>(List.of("-Xmx" + HEAP, "-Xlog:gc:file=" + log));
      // As the launcher starts it.
      options.addAll(List.of("-Xshare:auto", "-XX:+ExitOnOutOfMemoryError"));
      Arrays.stream(MORE.split(" ")).filter(word -> !word.isEmpty()).forEach(options::add);
      WorkerProcess worker = sandbox.startWorker(Map.of("FAILOVER", "10s"), options);
      if (PIN) {
        pin(worker.handle(), 1);
      }
      worker.awaitReading();
      Times times =
          new Stopwatch(openSearch, processes(Map.of("worker", worker.handle())))
              .until(sandbox.table(), POLYGONS);
      tell("worker", times);
      System.out.printf("    heap after GC, MB: %s%n", Memory.afterCollections(log, PARTS));
      worker.terminate().awaitExit();
      workers.add(times);
      RawBulks written =
          RawBulks.of(
              stack.openSearch(),
              sandbox.table(),
              IntStream.range(0, POLYGONS).mapToObj(i -> "P#" + i).toList());
      String index = openSearch.ask("GET", "/" + sandbox.table()).fieldNames().next();
      openSearch.ask("DELETE", "/" + index);
      return written;
    }
  }

  private static void putItems(Sandbox sandbox) {
    List<WriteRequest> items =
        IntStream.range(0, POLYGONS)
            .mapToObj(
                i ->
                    Map.of(
                        "PK", AttributeValue.fromS("P"),
                        "SK", AttributeValue.fromS(String.valueOf(i)),
                        "url", AttributeValue.fromS("s3://" + BUCKET + "/" + key(i))))
            .map(item -> PutRequest.builder().item(item).build())
            .map(put -> WriteRequest.builder().putRequest(put).build())
            .toList();
    for (int from = 0; from < items.size(); from += BATCH) {
      List<WriteRequest> batch = items.subList(from, Math.min(from + BATCH, items.size()));
      sandbox
          .dynamoDb()
          .batchWriteItem(request -> request.requestItems(Map.of(sandbox.table(), batch)));
    }
  }

  private void ceiling(RawBulks bulks) throws IOException, InterruptedException {
    String index = bulks.freshIndex();
    Stopwatch stopwatch = new Stopwatch(openSearch, processes(Map.of()));
    bulks.send(index);
    Times times = stopwatch.until(index, POLYGONS);
    tell("ceiling", times);
    ceilings.add(times);
    openSearch.ask("DELETE", "/" + index);
  }

  private Map<String, ProcessHandle> processes(Map<String, ProcessHandle> more) {
    Map<String, ProcessHandle> processes = new LinkedHashMap<>(more);
    processes.put("opensearch", stack.process(LocalServer.OPENSEARCH));
    processes.put("s3", stack.process(LocalServer.S3));
    processes.put("dynamodb", stack.process(LocalServer.DYNAMODB));
    processes.put("test", ProcessHandle.current());
    return processes;
  }

  private static void tell(String what, Times times) throws IOException {
    System.out.printf(
        "  %-8s %6.1f s, %7.1f polygons/s, later %7.1f, %9.0f vertices/s; CPU µs/vertex:%s, later%s; RSS MB"
            + " %s; load %s%n",
        what,
        times.seconds(),
        times.perSecond(),
        times.later(),
        times.perSecond() * VERTICES,
        perVertex(times.cpuSeconds()),
        perVertex(times.laterCpuSeconds()),
        times.most().getOrDefault("worker", 0L) >> 20,
        Files.readString(Path.of("/proc/loadavg")).strip());
  }

  private static String perVertex(Map<String, Double> cpuSeconds) {
    return cpuSeconds.entrySet().stream()
        .map(entry -> " %s %.2f".formatted(entry.getKey(), entry.getValue() * 1e6 / VERTICES))
        .collect(Collectors.joining());
  }

  /** Of a process with all its threads, those to come too. */
  private static void pin(ProcessHandle process, int core)
      throws IOException, InterruptedException {
    new ProcessBuilder("taskset", "-acp", "" + core, "" + process.pid())
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }
}
