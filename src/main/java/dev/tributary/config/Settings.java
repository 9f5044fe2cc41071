package dev.tributary.config;

import dev.tributary.entity.Rule;
import java.net.URI;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Everything the config file says, checked. Maps keep the file's order; their keys are the names
 * that the file gives.
 */
public record Settings(
    String application,
    Aws aws,
    OpenSearch openSearch,
    Map<String, Table> tables,
    Map<String, Entity> entities,
    Map<String, Index> indexes,
    Enrichment enrichment,
    Worker worker,
    Limits limits) {

  public Settings {
    Objects.requireNonNull(application, "application");
    Objects.requireNonNull(aws, "aws");
    Objects.requireNonNull(openSearch, "openSearch");
    tables = inOrder(tables);
    entities = inOrder(entities);
    indexes = inOrder(indexes);
    Objects.requireNonNull(enrichment, "enrichment");
    Objects.requireNonNull(worker, "worker");
    Objects.requireNonNull(limits, "limits");
  }

  /**
   * The same with nothing but one index, the entities that feed it, and their tables. Who has only
   * these repairs no gaps: other indexes would not be swept, and the table's gap closed all the
   * same.
   */
  public Settings only(String index) {
    Map<String, Entity> feeding = new LinkedHashMap<>(entities);
    feeding.values().removeIf(entity -> !entity.index().equals(index));
    Map<String, Table> read = new LinkedHashMap<>(tables);
    read.keySet()
        .removeIf(name -> feeding.values().stream().noneMatch(of -> of.table().equals(name)));
    return new Settings(
        application,
        aws,
        openSearch,
        read,
        feeding,
        Map.of(index, indexes.get(index)),
        enrichment,
        worker.withoutRepairs(),
        limits);
  }

  /** The same within other limits. */
  public Settings with(Limits others) {
    return new Settings(
        application, aws, openSearch, tables, entities, indexes, enrichment, worker, others);
  }

  // Map.copyOf would forget the order.
  private static <V> Map<String, V> inOrder(Map<String, V> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * @param dynamoDbEndpoint absent for AWS itself
   */
  public record Aws(Optional<String> region, Optional<URI> dynamoDbEndpoint) {
    public Aws {
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(dynamoDbEndpoint, "dynamoDbEndpoint");
    }
  }

  /**
   * @param url scheme, host and port, without a slash behind them
   * @param trusted whose signature makes the server the right one; empty for those that Java trusts
   */
  public record OpenSearch(
      URI url,
      Authentication authentication,
      Duration requestTimeout,
      List<X509Certificate> trusted) {

    public OpenSearch(URI url, Authentication authentication, Duration requestTimeout) {
      this(url, authentication, requestTimeout, List.of());
    }

    public OpenSearch {
      trusted = List.copyOf(trusted);
      Objects.requireNonNull(url, "url");
      Objects.requireNonNull(authentication, "authentication");
      Objects.requireNonNull(requestTimeout, "requestTimeout");
    }
  }

  /** How requests to OpenSearch say who they are. */
  public sealed interface Authentication {
    record None() implements Authentication {}

    record Basic(String username, Secret password) implements Authentication {
      public Basic {
        Objects.requireNonNull(username, "username");
        Objects.requireNonNull(password, "password");
      }
    }

    /** Signed with the worker's AWS credentials, for {@code es} (domains) or {@code aoss}. */
    record Signed(String service) implements Authentication {
      public Signed {
        Objects.requireNonNull(service, "service");
      }
    }
  }

  /**
   * @param name the table's name in DynamoDB
   */
  public record Table(String name, Key key) {
    public Table {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(key, "key");
    }
  }

  /** The attributes that make the primary key. */
  public record Key(String pk, Optional<String> sk) {
    public Key {
      Objects.requireNonNull(pk, "pk");
      Objects.requireNonNull(sk, "sk");
    }
  }

  /**
   * Which items become documents, and where they go.
   *
   * @param table a key of {@link Settings#tables()}
   * @param index a key of {@link Settings#indexes()}
   */
  public record Entity(String table, String index, Rule rule) {
    public Entity {
      Objects.requireNonNull(table, "table");
      Objects.requireNonNull(index, "index");
      Objects.requireNonNull(rule, "rule");
    }
  }

  /**
   * @param mapping a JSON file with {@code settings} and {@code mappings}, resolved against the
   *     config file's folder; absent for an index that only stores
   * @param preserve fields at the top of its documents that another program writes: Tributary never
   *     does, and leaves them as they are
   */
  public record Index(Optional<Path> mapping, Set<String> preserve) {
    public Index {
      Objects.requireNonNull(mapping, "mapping");
      preserve = Set.copyOf(preserve);
    }
  }

  /**
   * @param id this worker's name in the leases
   * @param failover how long after its last sign of life a worker's shards go to another
   * @param poll how long a shard rests between two reads
   * @param checkpoint how long finished changes may wait for their checkpoint
   * @param drain how long a stop may take to finish what is in flight
   * @param repairGaps whether a backfill begins by itself where there is a gap
   * @param repairReadUnits how many read units a second such a backfill may take; 0 for no limit
   * @param verify whether tables and indexes are compared all the time, beside all else
   * @param telling how it tells how it is doing
   */
  public record Worker(
      String id,
      Duration failover,
      Duration poll,
      Duration checkpoint,
      Duration drain,
      boolean repairGaps,
      int repairReadUnits,
      Optional<Verification> verify,
      Telling telling) {

    /** One that compares nothing and tells nothing. */
    public Worker(
        String id,
        Duration failover,
        Duration poll,
        Duration checkpoint,
        Duration drain,
        boolean repairGaps) {
      this(id, failover, poll, checkpoint, drain, repairGaps, 0, Optional.empty(), Telling.NOTHING);
    }

    public Worker {
      Objects.requireNonNull(verify, "verify");
      Objects.requireNonNull(telling, "telling");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(failover, "failover");
      Objects.requireNonNull(poll, "poll");
      Objects.requireNonNull(checkpoint, "checkpoint");
      Objects.requireNonNull(drain, "drain");
    }

    private Worker withoutRepairs() {
      return new Worker(
          id, failover, poll, checkpoint, drain, false, repairReadUnits, verify, telling);
    }
  }

  /**
   * Who is told how a worker is doing.
   *
   * @param http absent where nothing is served
   * @param emf how often figures are printed for CloudWatch; absent for never
   */
  public record Telling(Optional<Http> http, Optional<Duration> emf) {
    public static final Telling NOTHING = new Telling(Optional.empty(), Optional.empty());

    public Telling {
      Objects.requireNonNull(http, "http");
      Objects.requireNonNull(emf, "emf");
    }
  }

  /**
   * Where health and metrics are served.
   *
   * @param port absent for {@link #USUAL_PORT}, or any free one where that is taken
   * @param bind an address of this machine
   */
  public record Http(Optional<Integer> port, String bind) {
    public static final int USUAL_PORT = 8080;

    public static final String LOOPBACK = "127.0.0.1";

    public Http {
      Objects.requireNonNull(port, "port");
      Objects.requireNonNull(bind, "bind");
    }
  }

  /**
   * How tables and indexes are compared by the workers themselves.
   *
   * @param readUnitsPerSecond how many read units a second it may take, of all tables together
   * @param repair whether documents that differ are made as their items are
   */
  public record Verification(int readUnitsPerSecond, boolean repair) {
    public Verification {
      if (readUnitsPerSecond < 1) {
        throw new IllegalArgumentException("without read units nothing can be compared");
      }
    }
  }

  /**
   * @param bytesInFlight how much may be read and not yet written; reading stops there
   * @param bulkBytes the most bytes of one bulk request
   * @param bulkActions the most documents of one bulk request
   * @param bulksInFlight the most bulk requests under way at once
   */
  public record Limits(long bytesInFlight, long bulkBytes, int bulkActions, int bulksInFlight) {
    public Limits {
      if (bytesInFlight < 1 || bulkBytes < 1 || bulkActions < 1 || bulksInFlight < 1) {
        throw new IllegalArgumentException("a limit below 1 lets nothing through");
      }
    }
  }
}
