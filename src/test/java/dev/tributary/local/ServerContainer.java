package dev.tributary.local;

import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.output.ToStringConsumer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/** One server as a container. What it has written to its disk outlives a stop and a kill. */
final class ServerContainer implements Server {
  private static final Duration READY_WITHIN = Duration.ofMinutes(2);
  private static final int END_WITHIN_SECONDS = 15;

  private final String title;
  private final Image image;
  private final int port;
  private final GenericContainer<?> container;
  private final WaitStrategy ready;
  private final ToStringConsumer output = new ToStringConsumer();

  ServerContainer(String title, Image image, int port) {
    this.title = title;
    this.image = image;
    this.port = port;
    ready =
        Wait.forHttp(image.readyPath())
            .forPort(image.port())
            .forStatusCodeMatching(
                status -> status < 500 && status != HttpURLConnection.HTTP_CLIENT_TIMEOUT)
            .withStartupTimeout(READY_WITHIN);
    container = new GenericContainer<>(DockerImageName.parse(image.name()));
    container.addExposedPort(image.port());
    // A port that Docker chooses would be another after a restart, and open to other machines.
    container.setPortBindings(List.of("%s:%d:%d".formatted(address(), port, image.port())));
    container.withLogConsumer(output);
    container.setEnv(
        image.environment().entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
    container.setCommand(image.command().toArray(String[]::new));
    image
        .files()
        .forEach((path, text) -> container.withCopyToContainer(Transferable.of(text), path));
    container.setWaitStrategy(ready);
  }

  @Override
  public void start() {
    try {
      container.start();
    } catch (RuntimeException e) {
      throw new LocalServerException(
          "%s did not start as a container of %s: %s%n%s"
              .formatted(title, image.name(), e.getMessage(), output.toUtf8String()),
          e);
    }
  }

  @Override
  public void restart() {
    stop();
    docker().startContainerCmd(container.getContainerId()).exec();
    ready.waitUntilReady(container);
  }

  @Override
  public void stop() {
    if (container.isRunning()) {
      docker().stopContainerCmd(container.getContainerId()).withTimeout(END_WITHIN_SECONDS).exec();
    }
  }

  @Override
  public void kill() {
    docker().killContainerCmd(container.getContainerId()).exec();
    await().until(() -> !container.isRunning());
  }

  @Override
  public void close() {
    container.stop();
  }

  @Override
  public URI uri() {
    return URI.create("http://" + address() + ":" + port);
  }

  @Override
  public ProcessHandle handle() {
    throw new UnsupportedOperationException(
        title + " is a container, and no process of ours: leave out -Dstack=docker");
  }

  /** This machine, unless the engine is elsewhere, or tests are in a container themselves. */
  private String address() {
    try {
      return InetAddress.getByName(container.getHost()).getHostAddress();
    } catch (UnknownHostException e) {
      throw new LocalServerException("No address of Docker's engine: " + e.getMessage(), e);
    }
  }

  private DockerClient docker() {
    return container.getDockerClient();
  }
}
