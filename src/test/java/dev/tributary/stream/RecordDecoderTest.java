package dev.tributary.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.change.ItemKey;
import dev.tributary.change.Origin;
import dev.tributary.change.SequenceNumber;
import dev.tributary.change.Value;
import dev.tributary.config.Settings;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class RecordDecoderTest {

  private static final String STREAM = "arn:aws:dynamodb:eu-west-1:1:table/Places/stream/1";
  private static final Instant CREATED = Instant.parse("2026-01-01T00:00:00Z");
  private static final Settings.Table TABLE =
      new Settings.Table("Places", new Settings.Key("PK", Optional.of("SK")));
  private static final ItemKey KEY = ItemKey.of(new Value.Text("a"), new Value.Text("b"));
  private static final Origin ORIGIN =
      new Origin.Streamed(STREAM, SequenceNumber.of("000000000000000000017"), CREATED);

  private final RecordDecoder decoder = new RecordDecoder(TABLE, STREAM);

  private static StreamRecord.Builder data() {
    return StreamRecord.builder()
        .sequenceNumber("000000000000000000017")
        .approximateCreationDateTime(CREATED)
        .keys(Map.of("PK", AttributeValue.fromS("a"), "SK", AttributeValue.fromS("b")));
  }

  private static Map<String, AttributeValue> image(String name) {
    return Map.of(
        "PK", AttributeValue.fromS("a"),
        "SK", AttributeValue.fromS("b"),
        "name", AttributeValue.fromS(name));
  }

  private static Item item(String name) {
    return new Item(
        Map.of(
            "PK", new Value.Text("a"),
            "SK", new Value.Text("b"),
            "name", new Value.Text(name)));
  }

  private static ReadRecord record(OperationType type, StreamRecord.Builder data) {
    return ReadRecord.of(Record.builder().eventName(type).dynamodb(data.build()).build());
  }

  private Change.Remove removedBy(Identity user) {
    Record removal =
        Record.builder()
            .eventName(OperationType.REMOVE)
            .dynamodb(data().oldImage(image("old")).build())
            .userIdentity(user)
            .build();
    return (Change.Remove) decoder.decode(ReadRecord.of(removal));
  }

  @Test
  void anInsertIsAPutOfANewItem() {
    assertThat(decoder.decode(record(OperationType.INSERT, data().newImage(image("new")))))
        .isEqualTo(new Change.Put("Places", KEY, ORIGIN, item("new"), Optional.empty()));
  }

  @Test
  void aModificationIsAPutAndWhatWasBeforeStaysInTheRecord() {
    StreamRecord.Builder both = data().newImage(image("new")).oldImage(image("old"));
    assertThat(decoder.decode(record(OperationType.MODIFY, both)))
        .isEqualTo(new Change.Put("Places", KEY, ORIGIN, item("new"), Optional.empty()));
  }

  @Test
  void aStreamOfNewImagesAloneStillPutsAndRemoves() {
    assertThat(decoder.decode(record(OperationType.MODIFY, data().newImage(image("new")))))
        .isEqualTo(new Change.Put("Places", KEY, ORIGIN, item("new"), Optional.empty()));
    assertThat(decoder.decode(record(OperationType.REMOVE, data())))
        .isEqualTo(new Change.Remove("Places", KEY, ORIGIN, Optional.empty(), false));
  }

  @Test
  void aRemovalByAUserIsNotAnExpiry() {
    Identity user = Identity.builder().type("AssumedRole").principalId("somebody").build();
    assertThat(removedBy(null).expired()).isFalse();
    assertThat(removedBy(user).expired()).isFalse();
  }

  @Test
  void aRemovalByDynamoDbItselfIsAnExpiry() {
    assertThat(
            removedBy(
                    Identity.builder()
                        .type("Service")
                        .principalId("dynamodb.amazonaws.com")
                        .build())
                .expired())
        .isTrue();
  }

  @Test
  void aRemovalByAnotherServiceIsNotAnExpiry() {
    Identity other = Identity.builder().type("Service").principalId("glue.amazonaws.com").build();
    Identity poser =
        Identity.builder().type("AssumedRole").principalId("dynamodb.amazonaws.com").build();
    assertThat(removedBy(other).expired()).isFalse();
    assertThat(removedBy(poser).expired()).isFalse();
  }

  @Test
  void aPutWithoutANewImageSaysWhichStreamTheTableNeeds() {
    assertThatThrownBy(() -> decoder.decode(record(OperationType.MODIFY, data())))
        .isInstanceOf(UnusableStreamException.class)
        .hasMessageContaining("NEW_AND_OLD_IMAGES");
  }

  @Test
  void aPutWithoutItsNewImageInAStreamThatHasThemIsOneBadRecord() {
    StreamRecord.Builder data = data().streamViewType(StreamViewType.NEW_IMAGE);
    assertThatThrownBy(() -> decoder.decode(record(OperationType.MODIFY, data)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatCanBeReadOfAnUnreadableRecordIsKept() {
    AttributeValue strange = AttributeValue.builder().build();
    StreamRecord.Builder data = data().newImage(Map.of("PK", strange));
    ReadRecord put = record(OperationType.MODIFY, data);
    RuntimeException failure =
        catchThrowableOfType(RuntimeException.class, () -> decoder.decode(put));
    UnreadableRecord unreadable = decoder.unreadable(put, failure).orElseThrow();
    assertThat(unreadable.table()).isEqualTo("Places");
    assertThat(unreadable.key()).contains(KEY);
    assertThat(unreadable.origin()).contains((Origin.Streamed) ORIGIN);
    assertThat(unreadable.fault().reason()).contains("does not know");
    assertThat(unreadable.fault().trace()).contains("\tat dev.tributary.table.Attributes");
  }

  @Test
  void anUnreadableRecordMayHaveNeitherKeyNorTime() {
    Record bare =
        Record.builder().dynamodb(data -> data.sequenceNumber("17").keys(Map.of())).build();
    UnreadableRecord unreadable =
        decoder.unreadable(ReadRecord.of(bare), new IllegalStateException("bad")).orElseThrow();
    assertThat(unreadable.key()).isEmpty();
    assertThat(unreadable.origin()).isEmpty();
    assertThat(unreadable.sequenceNumber()).isEqualTo(SequenceNumber.of("17"));
  }

  @Test
  void aRecordWithoutAPlaceCannotBeSetAside() {
    RuntimeException failure = new IllegalStateException("bad");
    assertThat(decoder.unreadable(ReadRecord.of(Record.builder().build()), failure)).isEmpty();
    assertThat(
            decoder.unreadable(record(OperationType.REMOVE, data().sequenceNumber("x")), failure))
        .isEmpty();
  }

  @Test
  void keysMayBeNumbersAndBytes() {
    Map<String, AttributeValue> keys =
        Map.of(
            "PK", AttributeValue.fromN("1E+2"),
            "SK", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {1, 2})));
    Change change = decoder.decode(record(OperationType.REMOVE, data().keys(keys)));
    assertThat(change.key())
        .isEqualTo(
            ItemKey.of(
                new Value.Numeric("1E+2"), new Value.Binary(ByteBuffer.wrap(new byte[] {1, 2}))));
  }

  @Test
  void aTableWithoutASortKeyNeedsNone() {
    RecordDecoder withoutSk =
        new RecordDecoder(
            new Settings.Table("Places", new Settings.Key("PK", Optional.empty())), STREAM);
    StreamRecord.Builder data = data().keys(Map.of("PK", AttributeValue.fromS("a")));
    assertThat(withoutSk.decode(record(OperationType.REMOVE, data)).key())
        .isEqualTo(ItemKey.of(new Value.Text("a")));
  }

  @Test
  void aMissingKeyAttributeIsNamed() {
    StreamRecord.Builder data = data().keys(Map.of("PK", AttributeValue.fromS("a")));
    assertThatThrownBy(() -> decoder.decode(record(OperationType.REMOVE, data)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no key attribute 'SK'; it has [PK]");
  }
}
