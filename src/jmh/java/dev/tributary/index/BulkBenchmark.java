package dev.tributary.index;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to write a document of 1 KB into a bulk, and to read what became of it. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class BulkBenchmark {

  private static final int DOCUMENTS = 1000;

  private final byte[] body =
      ("{\"text\":\"" + "word ".repeat(200) + "\"}").getBytes(StandardCharsets.UTF_8);
  private final DocumentKey document =
      new DocumentKey("places-000001", "ORG#snaprace-kr#EVT#seoul-marathon-2024#PHOTO#01HXY8FWZM");
  private final Lines lines = new Lines(0);
  private final Condition condition = new Condition.AtVersion(1_893_456_000_000_000_000L);
  private final byte[] answer =
      ("{\"errors\":false,\"items\":["
              + String.join(
                  ",",
                  Collections.nCopies(
                      DOCUMENTS, "{\"index\":{\"_version\":1893456000000000000,\"status\":201}}"))
              + "]}")
          .getBytes(StandardCharsets.UTF_8);

  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public Payload written() {
    BulkBody bulk = new BulkBody(lines, DOCUMENTS * (body.length + 300));
    for (int i = 0; i < DOCUMENTS; i++) {
      bulk.index(document, body, condition);
    }
    return bulk.whole();
  }

  @Benchmark
  @OperationsPerInvocation(DOCUMENTS)
  public List<ItemAnswer> answered() throws IOException {
    return BulkAnswer.parse(answer, DOCUMENTS, 0);
  }
}
