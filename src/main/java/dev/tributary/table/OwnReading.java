package dev.tributary.table;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Lets a request bring its own reader of the answer: the SDK makes objects of every attribute,
 * which costs more than all else that is done with it. Signing, retries, limits of time and
 * refusals stay the SDK's, which then reads what the reader left for it.
 */
public final class OwnReading implements ExecutionInterceptor {

  /** Who reads what a request is answered; each try anew. */
  public static final ExecutionAttribute<Reader> READER =
      new ExecutionAttribute<>("dev.tributary.Reader");

  private static final ExecutionAttribute<Long> CHECKSUM =
      new ExecutionAttribute<>("dev.tributary.Checksum");

  private static final String CHECKSUM_HEADER = "x-amz-crc32";
  private static final int OK = 200;

  /** Reads an answer. */
  @FunctionalInterface
  public interface Reader {
    /**
     * @return what is left to be read by the SDK
     * @throws IOException if the answer breaks off or is none, and the request may be tried again
     */
    InputStream read(InputStream body) throws IOException;
  }

  /** The SDK would compare the checksum with what is left to it. */
  @Override
  public SdkHttpResponse modifyHttpResponse(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    SdkHttpResponse response = context.httpResponse();
    if (!isOurs(response, attributes)) {
      return response;
    }
    attributes.putAttribute(
        CHECKSUM, response.firstMatchingHeader(CHECKSUM_HEADER).map(Long::valueOf).orElse(null));
    return response.toBuilder().removeHeader(CHECKSUM_HEADER).build();
  }

  @Override
  public Optional<InputStream> modifyHttpResponseContent(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    if (context.responseBody().isEmpty() || !isOurs(context.httpResponse(), attributes)) {
      return context.responseBody();
    }
    try (CheckedInputStream body =
        new CheckedInputStream(context.responseBody().get(), new CRC32())) {
      InputStream left = attributes.getAttribute(READER).read(body);
      // To its end, so that the connection is used again.
      body.skip(Long.MAX_VALUE);
      verify(body.getChecksum().getValue(), attributes.getAttribute(CHECKSUM));
      return Optional.of(left);
    } catch (IOException e) {
      throw SdkClientException.create("DynamoDB's answer could not be read: " + e.getMessage(), e);
    }
  }

  /** What is refused, or packed, the SDK reads itself. */
  private static boolean isOurs(SdkHttpResponse response, ExecutionAttributes attributes) {
    return attributes.getAttribute(READER) != null
        && response.statusCode() == OK
        && response.firstMatchingHeader("Content-Encoding").isEmpty();
  }

  private static void verify(long sum, Long expected) throws IOException {
    if (expected != null && expected != sum) {
      throw new IOException("its checksum is %d, and not %d".formatted(sum, expected));
    }
  }
}
