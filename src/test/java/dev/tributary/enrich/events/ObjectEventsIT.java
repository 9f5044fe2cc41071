package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.config.Enrichment;
import dev.tributary.enrich.objects.ObjectReference;
import dev.tributary.local.Servers;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Against a real server that speaks as SQS does. */
class ObjectEventsIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final StaticCredentialsProvider CREDENTIALS =
      StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "locallocal"));

  private final URI server = Servers.sqs();
  private final String name = "q" + UUID.randomUUID().toString().substring(0, 8);
  private final SqsClient sqs =
      SqsClient.builder()
          .endpointOverride(server)
          .region(Region.US_EAST_1)
          .credentialsProvider(CREDENTIALS)
          .build();
  private final List<ObjectReference> looks = new CopyOnWriteArrayList<>();
  private ObjectEvents events;

  @AfterEach
  void close() {
    events.close();
    sqs.close();
  }

  private String created(Map<QueueAttributeName, String> attributes) {
    return sqs.createQueue(request -> request.queueName(name).attributes(attributes)).queueUrl();
  }

  private void listen(URI queue, URI endpoint, ObjectEvents.Look look) {
    events =
        ObjectEvents.start(
            new Enrichment.Events(queue, Optional.empty(), Optional.of(endpoint), AGAIN),
            "us-east-1",
            CREDENTIALS,
            LoggedLooks.PARKS,
            look);
  }

  private void send(String url, String body) {
    sqs.sendMessage(request -> request.queueUrl(url).messageBody(body));
  }

  private long left(String url) {
    var attributes =
        sqs.getQueueAttributes(
                request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
            .attributes();
    return Long.parseLong(attributes.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES))
        + Long.parseLong(
            attributes.get(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE));
  }

  private void awaitEmpty(String url) {
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(left(url)).isZero());
  }

  @Test
  void everyEventIsLookedAtTwiceAndGoes() {
    String url = created(Map.of());
    for (int i = 0; i < 25; i++) {
      send(url, FakeQueue.put("parks", "boundaries/%C3%A9+" + i));
    }
    send(url, FakeQueue.put("other", "a"));
    listen(URI.create(url), server, looks::add);
    awaitEmpty(url);
    assertThat(looks).hasSize(50);
    assertThat(looks.stream().filter(ObjectReference.of("parks", "boundaries/é 7")::equals))
        .hasSize(2);
  }

  @Test
  void aFailedLookIsRepeated() {
    String url = created(Map.of());
    AtomicInteger calls = new AtomicInteger();
    send(url, FakeQueue.put("parks", "boundaries/a"));
    listen(
        URI.create(url),
        server,
        object -> {
          if (calls.incrementAndGet() <= 2) {
            throw new IllegalStateException("OpenSearch is away");
          }
          looks.add(object);
        });
    awaitEmpty(url);
    assertThat(looks).hasSize(2);
  }

  @Test
  void whatCannotBeReadGoesWhereTheRedrivePolicySays() {
    String dead = sqs.createQueue(request -> request.queueName(name + "-dead")).queueUrl();
    String arn =
        sqs.getQueueAttributes(
                request -> request.queueUrl(dead).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .get(QueueAttributeName.QUEUE_ARN);
    String url =
        created(
            Map.of(
                QueueAttributeName.REDRIVE_POLICY,
                "{\"deadLetterTargetArn\":\"%s\",\"maxReceiveCount\":\"2\"}".formatted(arn)));
    send(url, "hello");
    listen(URI.create(url), server, looks::add);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(left(dead)).isEqualTo(1));
    assertThat(left(url)).isZero();
  }

  @Test
  void aQueueThatComesLaterIsFound() throws Exception {
    URI later = server.resolve("/000000000000/" + name);
    listen(later, server, looks::add);
    try (SqsQueue queue = open(later, server)) {
      assertThat(problem(queue)).contains("there is no queue " + later + " in us-east-1");
    }
    String url = created(Map.of());
    send(url, FakeQueue.put("parks", "boundaries/a"));
    awaitEmpty(url);
    assertThat(looks).hasSize(2);
  }

  @Test
  void aServerThatIsNotThereIsNamed() throws Exception {
    URI nowhere = URI.create("http://127.0.0.1:1");
    listen(nowhere.resolve("/000000000000/" + name), nowhere, looks::add);
    try (SqsQueue queue = open(nowhere.resolve("/000000000000/" + name), nowhere)) {
      assertThat(problem(queue)).startsWith("no answer from " + nowhere).contains("refused");
    }
  }

  @Test
  void aStopDoesNotWaitForThePoll() {
    String url = created(Map.of());
    send(url, FakeQueue.put("parks", "boundaries/a"));
    listen(URI.create(url), server, looks::add);
    await().atMost(PATIENCE).untilAsserted(() -> assertThat(looks).hasSize(2));
    awaitEmpty(url);
    // Nothing comes any more, so the poll would take its twenty seconds.
    long began = System.nanoTime();
    events.close();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }

  private static SqsQueue open(URI queue, URI endpoint) {
    return SqsQueue.open(
        new Enrichment.Events(queue, Optional.empty(), Optional.of(endpoint), AGAIN),
        "us-east-1",
        CREDENTIALS);
  }

  private static String problem(SqsQueue queue) throws InterruptedException {
    try {
      queue.receive();
      return "none";
    } catch (QueueException e) {
      return e.getMessage();
    }
  }
}
