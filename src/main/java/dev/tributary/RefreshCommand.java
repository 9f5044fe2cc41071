package dev.tributary;

import dev.tributary.backfill.Refresh;
import dev.tributary.config.InvalidConfigException;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.enrich.Enricher;
import dev.tributary.entity.Pull;
import dev.tributary.index.LiveDestinations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.ReferenceSearch;
import dev.tributary.sync.ObjectLooks;
import dev.tributary.table.AwsClients;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.NoRegionException;
import dev.tributary.table.PendingObjects;
import dev.tributary.table.StateTable;
import dev.tributary.table.Tables;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.SdkException;

/** Makes documents anew whose objects in S3 changed, though their items did not. */
@Command(
    name = "refresh",
    mixinStandardHelpOptions = true,
    description = "Make documents anew whose objects in S3 have changed.",
    footer = {
      "",
      "Each object is asked for its ETag, and read only if that is another than the document's.",
      "Workers may run meanwhile.",
      "Exit codes: 0 all documents are as their objects; 1 some are not or nobody knows;",
      "2 wrong use."
    })
final class RefreshCommand implements Callable<Integer> {

  @Mixin private ConfigOption config;

  @Option(
      names = "--entity",
      required = true,
      paramLabel = "ENTITY",
      description = "The entity, by its name in the config.")
  private String entity;

  @Option(names = "--dry-run", description = "Only list what changed.")
  private boolean dryRun;

  @Override
  public Integer call() throws InterruptedException {
    Settings settings;
    try {
      settings = config.read();
    } catch (InvalidConfigException e) {
      System.err.println(e.getMessage());
      return 1;
    }
    Settings.Entity named = settings.entities().get(entity);
    if (named == null || !pulls(named)) {
      System.err.printf(
          "'%s' is no entity with objects in %s; it has %s%n",
          entity,
          config.file(),
          settings.entities().entrySet().stream()
              .filter(entry -> pulls(entry.getValue()))
              .map(entry -> "'" + entry.getKey() + "'")
              .collect(
                  Collectors.collectingAndThen(Collectors.joining(", "), RefreshCommand::some)));
      return ExitCode.USAGE;
    }
    try (AwsClients aws = AwsClients.open(settings.aws());
        OpenSearchHttp openSearch = OpenSearchConnection.open(settings.openSearch(), aws.region());
        Enricher enricher = new Enricher(settings.enrichment(), aws.region().id())) {
      return run(settings, named, aws, openSearch, enricher);
    } catch (NoRegionException e) {
      System.err.println(e.getMessage());
    } catch (SdkException e) {
      System.err.println(Failures.describe(e, settings.aws()));
    } catch (OpenSearchUnavailableException e) {
      System.err.printf("OpenSearch at %s: %s%n", settings.openSearch().url(), e.getMessage());
    }
    return 1;
  }

  private static boolean pulls(Settings.Entity entity) {
    return entity.rule().shape().pulls().stream()
        .anyMatch(pull -> pull.source() == Pull.Source.OBJECT);
  }

  private static String some(String names) {
    return names.isEmpty() ? "none" : names;
  }

  private int run(
      Settings settings,
      Settings.Entity named,
      AwsClients aws,
      OpenSearchHttp openSearch,
      Enricher enricher)
      throws OpenSearchUnavailableException, InterruptedException {
    Tables tables = new Tables(aws.dynamoDb(), settings.tables().values());
    String stateTable = StateTable.nameFor(settings.application());
    ObjectLooks looks =
        ObjectLooks.open(
            settings,
            enricher,
            openSearch,
            new LiveDestinations(openSearch, RulesDigest.of(settings)),
            tables::read,
            tables::keyOf,
            new DeadLetters(aws.dynamoDb(), stateTable),
            new PendingObjects(aws.dynamoDb(), stateTable),
            aws.clock());
    Refresh refresh =
        new Refresh(new ReferenceSearch(openSearch), enricher, looks, tables::keyOf, dryRun);
    Refresh.Count count =
        refresh.run(
            named, settings.tables().get(named.table()).name(), line -> System.out.println(line));
    System.out.printf(
        "%d documents name %d objects: %d as they were, %d changed%s%s%s%s%n",
        count.documents,
        count.objects,
        count.upToDate,
        count.changed,
        dryRun ? " and left as they are" : "",
        part(count.waiting, "wait for an object"),
        part(count.rejected, "kept as dead letters"),
        part(count.unknown, "not known, since S3 did not answer"));
    boolean done = count.waiting + count.rejected + count.unknown == 0;
    return done && !(dryRun && count.changed > 0) ? 0 : 1;
  }

  private static String part(long count, String what) {
    return count == 0 ? "" : ", %d %s".formatted(count, what);
  }
}
