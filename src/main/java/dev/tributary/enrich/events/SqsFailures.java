package dev.tributary.enrich.events;

import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.model.QueueDoesNotExistException;

/** What the SDK's exceptions say, and what an operator can do about it. */
record SqsFailures(String queue, String region) {

  QueueException of(Throwable failure) {
    return new QueueException(text(failure), failure);
  }

  private String text(Throwable failure) {
    if (failure instanceof QueueDoesNotExistException) {
      return "there is no queue %s in %s: create it, or correct objects.events"
          .formatted(queue, region);
    }
    if (failure instanceof AwsServiceException answer) {
      String said = said(answer);
      return answer.statusCode() == 403 || said.contains("AccessDenied")
          ? "%s refuses the worker (%s): it needs sqs:ReceiveMessage, sqs:ChangeMessageVisibility and sqs:DeleteMessage"
              .formatted(queue, said)
          : "%s answers %d %s".formatted(queue, answer.statusCode(), said);
    }
    return "no answer from %s: %s".formatted(queue, innermost(failure));
  }

  /** Not the exception's own message, which ends in ids that differ each time. */
  private static String said(AwsServiceException answer) {
    AwsErrorDetails details = answer.awsErrorDetails();
    return details == null ? "" : details.errorCode() + ": " + details.errorMessage();
  }

  /** The SDK wraps what happened several times. */
  private static Throwable innermost(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause.getCause() != null && depth < 10; depth++) {
      cause = cause.getCause();
    }
    return cause;
  }
}
