package dev.tributary.stream;

import com.amazonaws.services.dynamodbv2.streamsadapter.adapter.DynamoDBStreamsClientRecord;
import java.nio.ByteBuffer;
import java.util.Optional;
import software.amazon.awssdk.services.kinesis.model.EncryptionType;

/**
 * A record as KCL carries it: the SDK's form of it was never made. Its bytes are not those of the
 * record: KCL only counts them, to bound what is read ahead.
 */
final class PlainRecord extends DynamoDBStreamsClientRecord {

  /** A record has an item twice, and an item is at most 400 KB. */
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(1 << 20).asReadOnlyBuffer();

  private static final long USUAL_BYTES = 2048;

  private final ReadRecord read;

  PlainRecord(ReadRecord read) {
    super(
        read.sequenceNumber(),
        read.createdAt(),
        bytes(read),
        read.sequenceNumber(),
        EncryptionType.NONE,
        0,
        null,
        false,
        null,
        null);
    this.read = read;
  }

  ReadRecord read() {
    return read;
  }

  private static ByteBuffer bytes(ReadRecord read) {
    long size = Optional.ofNullable(read.bytes()).orElse(USUAL_BYTES);
    return NOTHING.duplicate().limit((int) Math.min(size, NOTHING.capacity()));
  }
}
