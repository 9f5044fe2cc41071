package dev.tributary;

import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.Settings;
import dev.tributary.table.NoRegionException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a worker until it is told to stop. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Run a worker: keep the indexes equal to the tables.")
final class RunCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(RunCommand.class);

  @Mixin private ConfigOption config;

  private final AtomicReference<App> running = new AtomicReference<>();
  private volatile boolean failed;

  @Override
  public Integer call() throws InterruptedException {
    try {
      Settings settings = config.read();
      Runtime.getRuntime().addShutdownHook(new Thread(this::stop, "stop"));
      Thread.setDefaultUncaughtExceptionHandler(RunCommand::uncaught);
      App app = App.start(settings);
      running.set(app);
      app.ended().join();
      return 0;
    } catch (InvalidConfigException | StartException | NoRegionException e) {
      failed = true;
      System.err.println(e.getMessage());
      return 1;
    } catch (CompletionException e) {
      failed = true;
      LOG.error("The worker died, and so ends the process", e.getCause());
      return 1;
    } catch (RuntimeException e) {
      // Whatever it was, the exit code must say that it failed.
      failed = true;
      LOG.error("The worker could not start", e);
      return 1;
    }
  }

  /** A thread that an error ended would leave its shards standing still: better to start anew. */
  static void uncaught(Thread thread, Throwable failure) {
    LOG.error("The thread {} died", thread.getName(), failure);
    if (failure instanceof Error) {
      Runtime.getRuntime().halt(1);
    }
  }

  /** On SIGTERM and Ctrl-C. A worker that is still starting holds nothing to hand back. */
  private void stop() {
    App app = running.get();
    boolean clean = app == null || failed || app.stop();
    // Otherwise the exit status would tell of the signal, not of how the stop went.
    Runtime.getRuntime().halt(clean && !failed ? 0 : 1);
  }
}
