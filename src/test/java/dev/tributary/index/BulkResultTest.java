package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkResultTest {

  private static BulkResult of(int status, String body) {
    return BulkResult.of(new Answer(status, body.getBytes(UTF_8)), 1, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          429 | {"error":{"type":"rejected_execution_exception"}} | OVERLOADED
          429 | {"error":{"type":"cluster_block_exception"}}      | FLOOD_STAGE
          403 | {"error":{"type":"cluster_block_exception"}}      | BLOCKED
          403 | {"error":{"type":"security_exception"}}           | UNAUTHORISED
          401 | Unauthorized                                      | UNAUTHORISED
          404 | <html>no such page</html>                         | UNKNOWN
          503 | {"error":{"type":"cluster_block_exception"}}      | SERVER_ERROR
          502 | <html>Bad Gateway</html>                          | SERVER_ERROR
          200 | <html>Please log in</html>                        | UNKNOWN
          """)
  void aRequestThatIsTurnedAwaySaysWhy(int status, String body, Setback why) {
    assertThat(of(status, body))
        .isInstanceOfSatisfying(
            BulkResult.Unavailable.class,
            unavailable -> assertThat(unavailable.why()).isEqualTo(why));
  }

  @Test
  void whatHalvesARequestIsToldApart() {
    assertThat(of(400, "")).isInstanceOf(BulkResult.Unreadable.class);
    assertThat(of(413, "")).isInstanceOf(BulkResult.TooLarge.class);
    assertThat(of(504, "Gateway Timeout")).isInstanceOf(BulkResult.TimedOut.class);
    assertThat(BulkResult.of(new CompletionException(new SocketTimeoutException("10 s"))))
        .isInstanceOf(BulkResult.TimedOut.class);
  }

  @Test
  void aConnectionThatFailsOrBreaksIsNoTimeout() {
    final class ConnectTimeoutException extends SocketTimeoutException {
      private static final long serialVersionUID = 1;
    }
    for (IOException failure :
        new IOException[] {
          new ConnectException("refused"),
          new ConnectTimeoutException(),
          new IOException("Connection reset by peer")
        }) {
      assertThat(BulkResult.of(new CompletionException(failure)))
          .isInstanceOfSatisfying(
              BulkResult.Unavailable.class,
              unavailable -> assertThat(unavailable.why()).isEqualTo(Setback.NO_CONNECTION));
    }
  }
}
