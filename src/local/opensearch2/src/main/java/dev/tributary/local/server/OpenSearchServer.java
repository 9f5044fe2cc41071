package dev.tributary.local.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.analysis.common.CommonAnalysisPlugin;
import org.opensearch.common.logging.LogConfigurator;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.geo.GeoModulePlugin;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.ingest.common.IngestCommonPlugin;
import org.opensearch.join.ParentJoinPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/**
 * A real single-node OpenSearch on the loopback address. Arguments: the home folder, the data
 * folder, the HTTP port, then any number of {@code setting=value}.
 *
 * <p>A home with a {@code modules} folder is an unzipped distribution, which brings its modules:
 * that is how OpenSearch 3 runs. Any other home is empty, and the modules come from the class path:
 * that is how OpenSearch 2 runs. The few calls made here are the same in both lines, so this class,
 * compiled against 2, starts 3 as well.
 */
public final class OpenSearchServer {
  private static final String NAME = "local";

  private OpenSearchServer() {}

  public static void main(String[] args) throws Exception {
    // OpenSearch's own main does this. Without it a broken request hangs for ever.
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, fault) -> {
          fault.printStackTrace();
          if (fault instanceof Error) {
            Runtime.getRuntime().halt(127);
          }
        });
    Path home = Path.of(args[0]).toAbsolutePath();
    Path data = Path.of(args[1]).toAbsolutePath();
    Settings.Builder settings =
        Settings.builder()
            .put("path.home", home.toString())
            .put("path.data", data.resolve("nodes").toString())
            .put("path.logs", data.resolve("logs").toString())
            .put("cluster.name", NAME)
            .put("node.name", NAME)
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", args[2])
            .put("transport.port", "0")
            .put("transport.type", "netty4")
            .put("http.type", "netty4")
            .put("logger.level", "INFO")
            // A laptop's disk is often fuller than OpenSearch likes.
            .put("cluster.routing.allocation.disk.threshold_enabled", false);
    for (String extra : List.of(args).subList(3, args.length)) {
      int equals = extra.indexOf('=');
      settings.put(extra.substring(0, equals), extra.substring(equals + 1));
    }
    LogConfigurator.setNodeName(NAME);
    LogConfigurator.configureWithoutConfig(settings.build());

    // Not the home's config: what it says is for production, and the home may be read-only.
    Path config = Files.createDirectories(data.resolve("config"));
    Environment environment =
        InternalSettingsPreparer.prepareEnvironment(settings.build(), Map.of(), config, () -> NAME);
    boolean distribution = Files.isDirectory(home.resolve("modules"));
    Node node = distribution ? new Node(environment) : new ClassPathNode(environment);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node), "close-node"));
    node.start();
    // All of a node's threads are daemons: this one keeps the process.
    new CountDownLatch(1).await();
  }

  private static void close(Node node) {
    try {
      node.close();
    } catch (Exception e) {
      e.printStackTrace();
    }
  }

  /** A class of its own, as OpenSearch 3 has another constructor and must never link this one. */
  private static final class ClassPathNode extends Node {
    ClassPathNode(Environment environment) {
      super(
          environment,
          List.of(
              Netty4Plugin.class,
              GeoModulePlugin.class,
              PainlessPlugin.class,
              CommonAnalysisPlugin.class,
              KuromojiPlugin.class,
              ReindexPlugin.class,
              MapperExtrasPlugin.class,
              ParentJoinPlugin.class,
              IngestCommonPlugin.class),
          true);
    }
  }
}
