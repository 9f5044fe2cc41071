package dev.tributary.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.Semaphore;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * The least that brings a table into an index: reads a shard, writes JSON, sends bulks, two at a
 * time. No leases, no checkpoints, no retries, no entities: it is the yardstick for what those cost
 * a worker. One shard; versions as far as DynamoDB Local's sequence numbers fit.
 */
public final class Minimal {

  private static final int IN_FLIGHT = 2;

  private final HttpClient http = HttpClient.newHttpClient();
  private final JsonFactory json = new JsonFactory().setRootValueSeparator("\n");
  private final Semaphore free = new Semaphore(IN_FLIGHT);
  private final URI bulk;

  private Minimal(URI bulk) {
    this.bulk = bulk;
  }

  /**
   * Arguments: the stream's ARN, the index, for how long to rest after an empty read, and how many
   * records a read may bring.
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Minimal minimal =
        new Minimal(URI.create(System.getenv("OPENSEARCH_URL") + "/" + arguments[1] + "/_bulk"));
    long idle = Long.parseLong(arguments[2]);
    try (DynamoDbStreamsClient streams = RawStream.client()) {
      String iterator = RawStream.oldest(streams, arguments[0]);
      while (iterator != null) {
        GetRecordsResponse read = RawStream.read(streams, iterator, Integer.parseInt(arguments[3]));
        if (read.hasRecords() && !read.records().isEmpty()) {
          minimal.send(minimal.lines(read));
        } else {
          Thread.sleep(idle);
        }
        iterator = read.nextShardIterator();
      }
    }
  }

  private byte[] lines(GetRecordsResponse read) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream(1 << 20);
    try (JsonGenerator line = json.createGenerator(lines)) {
      for (Record record : read.records()) {
        boolean remove = record.eventName() == OperationType.REMOVE;
        Map<String, AttributeValue> keys = record.dynamodb().keys();
        line.writeStartObject();
        line.writeObjectFieldStart(remove ? "delete" : "index");
        line.writeStringField("_id", keys.get(Items.PK).s() + "#" + keys.get(Items.SK).s());
        line.writeNumberField("version", Long.parseLong(record.dynamodb().sequenceNumber()));
        line.writeStringField("version_type", "external");
        line.writeEndObject();
        line.writeEndObject();
        if (!remove) {
          write(line, record.dynamodb().newImage());
        }
      }
      line.writeRaw('\n');
    }
    return lines.toByteArray();
  }

  private static void write(JsonGenerator line, Map<String, AttributeValue> item)
      throws IOException {
    line.writeStartObject();
    for (Map.Entry<String, AttributeValue> attribute : item.entrySet()) {
      line.writeFieldName(attribute.getKey());
      write(line, attribute.getValue());
    }
    line.writeEndObject();
  }

  private static void write(JsonGenerator line, AttributeValue value) throws IOException {
    switch (value.type()) {
      case S -> line.writeString(value.s());
      case N -> line.writeNumber(value.n());
      case BOOL -> line.writeBoolean(value.bool());
      case M -> write(line, value.m());
      case L -> {
        line.writeStartArray();
        for (AttributeValue element : value.l()) {
          write(line, element);
        }
        line.writeEndArray();
      }
      default -> line.writeNull();
    }
  }

  private void send(byte[] lines) throws InterruptedException {
    free.acquire();
    HttpRequest request =
        HttpRequest.newBuilder(bulk)
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofByteArray(lines))
            .build();
    var unused =
        http.sendAsync(request, BodyHandlers.ofByteArray())
            .whenComplete(
                (answer, failure) -> {
                  free.release();
                  if (failure != null || answer.statusCode() != 200) {
                    System.out.println("A bulk failed: " + answer + " " + failure);
                  }
                });
  }
}
