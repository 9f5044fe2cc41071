package dev.tributary.enrich.objects;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** What the SDK's exceptions say. */
final class S3Failures {
  private S3Failures() {}

  static Reply reply(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof AwsServiceException answer) {
      return answered(answer);
    }
    Optional<Throwable> broken = broken(cause);
    return broken.isPresent()
        ? new Reply.Broken("no answer from S3: " + shown(broken.get()))
        : new Reply.Unasked("S3 was not asked: " + shown(cause));
  }

  private static Reply answered(AwsServiceException answer) {
    if (answer.statusCode() == 304) {
      return new Reply.NotModified();
    }
    AwsErrorDetails details = answer.awsErrorDetails();
    return new Reply.Failed(
        answer.statusCode(),
        details == null || details.errorCode() == null ? "" : details.errorCode(),
        details == null || details.errorMessage() == null ? "" : details.errorMessage());
  }

  /** The network's own exception, which the SDK wraps as it does its other ones. */
  private static Optional<Throwable> broken(Throwable failure) {
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 10; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof TimeoutException) {
        return Optional.of(cause);
      }
      depth++;
    }
    return Optional.empty();
  }

  private static String shown(Throwable failure) {
    String name = failure.getClass().getSimpleName();
    String message = failure.getMessage();
    return Shown.plain(message == null ? name : name + ": " + message, 300);
  }
}
