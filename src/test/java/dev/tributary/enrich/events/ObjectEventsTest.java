package dev.tributary.enrich.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tributary.enrich.objects.ObjectReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObjectEventsTest {

  private static final String KEY = "boundaries/a.json";

  private final FakeQueue messages = new FakeQueue();
  private final LoggedLooks looks = new LoggedLooks();
  private final BlockingQueue<Duration> pauses = new LinkedBlockingQueue<>();
  private final SynchronousQueue<String> resume = new SynchronousQueue<>();

  private ObjectEvents events;

  private ObjectEvents start(MessageQueue queue, ObjectEvents.Look look) {
    events =
        ObjectEvents.start(
            queue,
            LoggedLooks.PARKS,
            look,
            Duration.ofMinutes(1),
            time -> {
              pauses.add(time);
              resume.take();
            },
            messages::nanos);
    return events;
  }

  private Duration paused() throws InterruptedException {
    Duration paused = pauses.poll(30, TimeUnit.SECONDS);
    assertThat(paused).as("a pause").isNotNull();
    return paused;
  }

  private void goOn() throws InterruptedException {
    assertThat(resume.offer("go on", 30, TimeUnit.SECONDS)).as("somebody pauses").isTrue();
  }

  /** Messages come from the fake; while there are none, a poll lasts. */
  private MessageQueue waiting() {
    return new MessageQueue() {
      @Override
      public List<Message> receive() throws QueueException, InterruptedException {
        List<Message> received = messages.receive();
        if (received.isEmpty()) {
          Thread.sleep(Duration.ofHours(1).toMillis());
        }
        return received;
      }

      @Override
      public void hide(Message message, Duration time) throws QueueException {
        messages.hide(message, time);
      }

      @Override
      public void delete(Message message) throws QueueException {
        messages.delete(message);
      }

      @Override
      public void close() {
        messages.close();
      }
    };
  }

  @AfterEach
  void close() {
    events.close();
  }

  @Test
  void pausesGrowWhileTheQueueIsAwayAndStartAnewAfterwards() throws Exception {
    messages.failing.add(FakeQueue.Call.RECEIVE);
    start(waiting(), looks);
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      seconds.add(paused().toSeconds());
      if (i < 7) {
        goOn();
      }
    }
    assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);

    messages.failing.clear();
    messages.sendPut(KEY);
    goOn();
    await().untilAsserted(() -> assertThat(looks.keys).containsExactly(KEY));
    assertThat(pauses).isEmpty();
  }

  @Test
  void pausesWhileNoLookGoesWell() throws Exception {
    looks.failing.add(KEY);
    messages.sendPut(KEY);
    start(waiting(), looks);
    assertThat(paused()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aFaultOfOurOwnDoesNotEndIt() throws Exception {
    MessageQueue broken =
        new MessageQueue() {
          private boolean thrown;

          @Override
          public List<Message> receive() throws QueueException {
            if (!thrown) {
              thrown = true;
              throw new IllegalStateException("a fault");
            }
            return messages.receive();
          }

          @Override
          public void hide(Message message, Duration time) throws QueueException {
            messages.hide(message, time);
          }

          @Override
          public void delete(Message message) throws QueueException {
            messages.delete(message);
          }

          @Override
          public void close() {}
        };
    messages.sendPut(KEY);
    start(broken, looks);
    paused();
    goOn();
    await().untilAsserted(() -> assertThat(looks.keys).containsExactly(KEY));
  }

  @Test
  void closingEndsAPollAndClosesTheQueue() {
    start(waiting(), looks).close();
    assertThat(messages.closed).isTrue();
    assertThat(thread()).isEmpty();
  }

  @Test
  void closingInterruptsALookAndGivesItsMessageBack() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    String event = messages.sendPut(KEY);
    start(
        waiting(),
        object -> {
          looking.countDown();
          Thread.sleep(Duration.ofHours(1).toMillis());
        });
    looking.await();
    events.close();
    assertThat(messages.hidden(event)).isEqualTo(Duration.ZERO);
    assertThat(thread()).isEmpty();
  }

  @Test
  void aLookThatDoesNotHeedTheInterruptIsTheLast() throws Exception {
    CountDownLatch looking = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicReference<ObjectReference> second = new AtomicReference<>();
    messages.sendPut(KEY);
    messages.sendPut("boundaries/b.json");
    start(
        waiting(),
        object -> {
          if (object.key().equals(KEY)) {
            looking.countDown();
            stubborn(end);
          } else {
            second.set(object);
          }
        });
    looking.await();
    Thread thread = thread().get(0);
    events.close();
    assertThat(thread.isAlive()).isTrue();
    end.countDown();
    thread.join();
    assertThat(second).hasNullValue();
  }

  private static void stubborn(CountDownLatch end) {
    while (true) {
      try {
        end.await();
        return;
      } catch (InterruptedException e) {
        // That is the point.
      }
    }
  }

  private static List<Thread> thread() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("object-events") && thread.isAlive())
        .toList();
  }
}
