package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Keys that are numbers and bytes, through the real stream, matched by patterns. */
class KeyTypesIT {

  @TempDir static Path folder;

  private static final String NAME = "k" + UUID.randomUUID().toString().substring(0, 8);
  private static Sandbox sandbox;

  @BeforeAll
  static void start() throws Exception {
    Path config =
        Files.writeString(
            folder.resolve(NAME + ".yml"),
            """
            application: NAME
            aws: {region: "${AWS_REGION}", dynamodb: {endpoint: "${DYNAMODB_ENDPOINT}"}}
            opensearch: {url: "${OPENSEARCH_URL}"}
            worker: {failover: 2s, poll: 50ms, checkpoint: 300ms}
            tables: {NAME: {key: {pk: number, sk: bytes}}}
            indexes: {NAME: }
            entities:
              all: {table: NAME, index: NAME, key: {pk: "{n}", sk: "{b}"}, exclude: [bytes]}
            """
                .replace("NAME", NAME));
    try (Sandbox servers = Sandbox.withTables(1)) {
      // There before the sandbox looks, which would make a table with text keys.
      servers
          .dynamoDb()
          .createTable(
              table ->
                  table
                      .tableName(NAME)
                      .billingMode(BillingMode.PAY_PER_REQUEST)
                      .attributeDefinitions(
                          attribute("number", ScalarAttributeType.N),
                          attribute("bytes", ScalarAttributeType.B))
                      .keySchema(part("number", KeyType.HASH), part("bytes", KeyType.RANGE))
                      .streamSpecification(
                          stream ->
                              stream
                                  .streamEnabled(true)
                                  .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    }
    sandbox = Sandbox.ofConfig(config, StreamViewType.NEW_AND_OLD_IMAGES);
    sandbox.startWorker();
  }

  @AfterAll
  static void stop() {
    sandbox.close();
  }

  @Test
  void numbersAndBytesMakeIdsAndFieldsAndAreDeletedAgain() {
    List<String> numbers =
        List.of("1E+20", "-0.50", "12345678901234567890123456789012345678", "0", "1E-30");
    numbers.forEach(number -> put(number, "a#b\u0000ÿ"));
    put("7", "gone");
    sandbox.awaitEqual();
    assertThat(document("100000000000000000000#YSNiAMO_").path("n").asText())
        .isEqualTo("100000000000000000000");
    assertThat(document("-0.5#YSNiAMO_").path("b").asText()).isEqualTo("YSNiAMO_");
    assertThat(document("12345678901234567890123456789012345678#YSNiAMO_").path("number"))
        .hasToString("12345678901234567890123456789012345678");
    assertThat(document("0.000000000000000000000000000001#YSNiAMO_").isObject()).isTrue();

    sandbox.dynamoDb().deleteItem(request -> request.tableName(NAME).key(key("7", "gone")));
    sandbox.awaitEqual();
    assertThat(sandbox.compare().found()).isEqualTo(numbers.size());
  }

  private static JsonNode document(String id) {
    return sandbox.get(NAME, id).path("_source");
  }

  private static void put(String number, String bytes) {
    sandbox.dynamoDb().putItem(request -> request.tableName(NAME).item(key(number, bytes)));
  }

  private static Map<String, AttributeValue> key(String number, String bytes) {
    return Map.of(
        "number", AttributeValue.fromN(number),
        "bytes", AttributeValue.fromB(SdkBytes.fromUtf8String(bytes)));
  }

  private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement part(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
