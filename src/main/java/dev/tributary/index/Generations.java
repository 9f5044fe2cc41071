package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.index.GenerationLook.Seen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The concrete indexes behind the aliases. An alias {@code places} starts with {@code
 * places-000001}; {@link Succession} makes others follow.
 *
 * <p>A mapping is a file with {@code settings} and {@code mappings}; without one the index stores
 * documents, and only their {@code _sync} can be searched.
 */
public final class Generations {

  private static final Logger LOG = LoggerFactory.getLogger(Generations.class);

  private static final String APPLY = "./tributary mappings --config FILE --apply";

  /** How many differences one log line names. */
  private static final int MAX_LINES = 10;

  private final OpenSearchHttp http;
  private final GenerationLook look;
  private final Function<String, String> rules;

  /**
   * @param rules the digest of the rules whose documents go to an index
   */
  public Generations(OpenSearchHttp http, Function<String, String> rules) {
    this.http = http;
    this.look = new GenerationLook(http);
    this.rules = rules;
  }

  /**
   * By which rules the documents of the index behind an alias are made.
   *
   * @param same whether by those of this config, as far as anybody knows; if not, workers of this
   *     config do not write there
   */
  public record Rules(Generation generation, boolean same) {}

  /**
   * Makes the first generation behind the alias, or looks whether the one that is there is as its
   * mapping asks.
   *
   * @throws InvalidIndexException if there can be none, or if it is what it must not be
   */
  public void ensure(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Definition definition = Definition.of(mapping);
    Optional<LiveIndex> live = find(alias);
    if (live.isEmpty() && !create(alias, definition)) {
      live = find(alias);
    }
    if (live.isPresent()) {
      refuseOrWarn(live.get(), compare(definition, live.get()).difference(definition.source()));
    }
  }

  /**
   * Compares the index behind the alias with its mapping, and changes nothing.
   *
   * @return nothing if there is no index yet; its mapping is one that OpenSearch takes
   */
  public Optional<MappingDifference> compare(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Definition definition = Definition.of(mapping);
    Optional<LiveIndex> live = find(alias);
    if (live.isEmpty()) {
      normalised(definition);
      return Optional.empty();
    }
    return Optional.of(compare(definition, live.get()).difference(definition.source()));
  }

  /**
   * Adds to the index behind the alias what its mapping has and it has not.
   *
   * @return what still differs: OpenSearch keeps some parameters that the file no longer states
   * @throws InvalidIndexException if some of it cannot be changed; then nothing is
   */
  public MappingDifference apply(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Definition definition = Definition.of(mapping);
    LiveIndex live =
        find(alias).orElseThrow(() -> new InvalidIndexException("there is no index yet"));
    MappingComparison comparison = compare(definition, live);
    MappingDifference difference = comparison.difference(definition.source());
    if (!difference.incompatible().isEmpty()) {
      throw new InvalidIndexException(difference.refusal());
    }
    // Settings first: one of them limits the number of fields.
    if (!comparison.settingsToPut().isEmpty()) {
      put("/" + live.name() + "/_settings", comparison.settingsToPut(), difference);
    }
    put("/" + live.name() + "/_mapping", definition.update(live.mappings()), difference);
    return compare(alias, mapping).orElse(difference);
  }

  /** Nothing if there is no index yet. */
  public Optional<Rules> rules(String alias) throws OpenSearchUnavailableException {
    return look.behind(alias)
        .map(
            seen ->
                new Rules(
                    seen.generation(),
                    seen.stamp().unknown() || seen.stamp().takes(rules.apply(alias))));
  }

  /**
   * Lets documents of this config's rules into the index behind the alias, beside those that are
   * there. Its mapping must have been applied.
   */
  public void accept(String alias, Optional<Path> mapping)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Seen seen =
        look.behind(alias).orElseThrow(() -> new InvalidIndexException("there is no index yet"));
    look.stamp(seen, seen.stamp().with(rules.apply(alias), Definition.of(mapping).digest()));
  }

  /** Checks that OpenSearch answers, and says which one it is. */
  public String describeServer() throws OpenSearchUnavailableException {
    Answer answer = http.await(http.json("GET", "/"));
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    JsonNode version = answer.json().path("version");
    return version.path("distribution").asText("server") + " " + version.path("number").asText();
  }

  private static void refuseOrWarn(LiveIndex live, MappingDifference difference)
      throws InvalidIndexException {
    if (!difference.incompatible().isEmpty()) {
      throw new InvalidIndexException(difference.refusal());
    }
    if (!live.mapsSync()) {
      throw new InvalidIndexException(
          live.name() + " does not map _sync, which every document has; add it by: " + APPLY);
    }
    if (!difference.additions().isEmpty()) {
      LOG.warn(
          "Index {} lacks what {} says: {}; {}to add it: {}",
          live.name(),
          difference.file(),
          shortened(difference.additions()),
          live.strict() ? "it is strict and refuses documents with fields that it lacks; " : "",
          APPLY);
    }
  }

  private static String shortened(List<String> lines) {
    String some = String.join("; ", lines.subList(0, Math.min(MAX_LINES, lines.size())));
    return lines.size() <= MAX_LINES
        ? some
        : some + "; and " + (lines.size() - MAX_LINES) + " more";
  }

  /**
   * @return false if another worker was first
   */
  private boolean create(String alias, Definition definition)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Generation generation = Generation.first(alias);
    Answer answer =
        send(
            "PUT",
            "/" + generation.name(),
            definition.creation(generation, true, rules.apply(alias)));
    if (answer.ok()) {
      LOG.info("Created index {} behind the alias {}", generation, alias);
      return true;
    }
    if (find(alias).isPresent()) {
      return false;
    }
    // A 400 is about the definition, and only a person can mend that.
    if (answer.status() != 400) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    throw new InvalidIndexException(
        "OpenSearch refuses to create '%s' from %s: %s"
            .formatted(generation, definition.source(), answer.reason()));
  }

  private Optional<LiveIndex> find(String alias)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Answer answer = http.await(http.get("/" + alias, Map.of("include_defaults", "true")));
    if (answer.status() == 404) {
      return Optional.empty();
    }
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    return Optional.of(LiveIndex.behind(alias, answer.json()));
  }

  private MappingComparison compare(Definition definition, LiveIndex live)
      throws OpenSearchUnavailableException, InvalidIndexException {
    return new MappingComparison(normalised(definition), live);
  }

  /** The definition as OpenSearch would say it of an index that was made from it. */
  private JsonNode normalised(Definition definition)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Answer answer = send("POST", "/_index_template/_simulate", definition.simulation());
    if (answer.status() == 400) {
      throw new InvalidIndexException(
          "OpenSearch refuses " + definition.source() + ": " + answer.reason());
    }
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    return answer.json().path("template");
  }

  private void put(String path, ObjectNode body, MappingDifference difference)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Answer answer = send("PUT", path, body);
    if (answer.status() == 400) {
      throw new InvalidIndexException(
          "OpenSearch refuses to change %s: %s; run rebuild"
              .formatted(difference.index(), answer.reason()));
    }
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
  }

  private Answer send(String method, String path, ObjectNode body)
      throws OpenSearchUnavailableException {
    return http.await(http.json(method, path, body.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
