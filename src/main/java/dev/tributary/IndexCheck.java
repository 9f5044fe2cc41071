package dev.tributary;

import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.Generations;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.MappingDifference;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.regions.Region;

/** Compares the live indexes with their mapping files, and tells about each of them. */
final class IndexCheck {

  private static final String LATER =
      "documents that are there already are found by it once they are written again, or after a"
          + " rebuild";

  private static final String MIXED =
      "workers of both may write; documents that are there already stay as they are until their items"
          + " are written again, or until a rebuild";

  private final Findings findings;
  private final Path config;
  private final boolean apply;

  /**
   * @param apply whether to add what the live indexes lack; else nothing is changed
   */
  IndexCheck(Findings findings, Path config, boolean apply) {
    this.findings = findings;
    this.config = config;
    this.apply = apply;
  }

  void run(Settings settings, Region region) {
    try (OpenSearchHttp http = OpenSearchConnection.open(settings.openSearch(), region)) {
      Map<String, String> rules = RulesDigest.of(settings);
      Generations generations = new Generations(http, rules::get);
      findings.well(generations.describeServer() + " at " + settings.openSearch().url());
      for (Map.Entry<String, Settings.Index> index : settings.indexes().entrySet()) {
        try {
          look(generations, index.getKey(), index.getValue());
          lookAtRules(generations, index.getKey(), index.getValue());
        } catch (InvalidIndexException e) {
          findings.problem("index '%s': %s".formatted(index.getKey(), e.getMessage()));
        }
      }
    } catch (OpenSearchUnavailableException e) {
      findings.problem(
          "OpenSearch at %s: %s; check opensearch.url and its credentials"
              .formatted(settings.openSearch().url(), e.getMessage()));
    }
  }

  /** After the mapping: where that cannot be applied, the rules are not accepted either. */
  private void lookAtRules(Generations generations, String name, Settings.Index index)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Optional<Generations.Rules> found = generations.rules(name);
    if (found.isEmpty() || found.get().same()) {
      return;
    }
    String generation = found.get().generation().name();
    boolean mapped =
        generations.compare(name, index.mapping()).stream()
            .allMatch(difference -> difference.incompatible().isEmpty());
    if (apply && mapped) {
      generations.accept(name, index.mapping());
      findings.well(
          "index '%s': %s accepts documents of this config's rules beside those of the rules before; %s"
              .formatted(name, generation, MIXED));
    } else {
      findings.problem(
          "index '%s': %s has documents of other rules than those of this config, whose workers wait: %s"
              .formatted(
                  name,
                  generation,
                  mapped
                      ? "run rebuild, or accept a mix by ./tributary mappings --config "
                          + config
                          + " --apply"
                      : "run rebuild"));
    }
  }

  private void look(Generations generations, String name, Settings.Index index)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Optional<MappingDifference> found = generations.compare(name, index.mapping());
    if (found.isEmpty()) {
      findings.well(
          "index '%s' will be created%s"
              .formatted(name, index.mapping().map(file -> " from " + file).orElse("")));
      return;
    }
    MappingDifference difference = found.get();
    if (difference.none()) {
      findings.well(
          "index '%s' is %s, as %s says".formatted(name, difference.index(), difference.file()));
    }
    if (!difference.onlyLive().isEmpty()) {
      findings.note(
          "index '%s': only %s has %s"
              .formatted(name, difference.index(), String.join(", ", difference.onlyLive())));
    }
    if (!difference.incompatible().isEmpty()) {
      findings.problem("index '%s': %s".formatted(name, difference.refusal()));
    }
    if (!difference.additions().isEmpty()) {
      findings.note("index '%s': %s".formatted(name, difference.offer()));
      add(generations, name, index, difference);
    }
  }

  private void add(
      Generations generations, String name, Settings.Index index, MappingDifference difference)
      throws OpenSearchUnavailableException, InvalidIndexException {
    if (!difference.incompatible().isEmpty()) {
      return;
    }
    if (!apply) {
      findings.note(
          "index '%s': to add that, run: ./tributary mappings --config %s --apply"
              .formatted(name, config));
      return;
    }
    MappingDifference left = generations.apply(name, index.mapping());
    if (left.none()) {
      findings.well("index '%s': added; %s".formatted(name, LATER));
    } else {
      findings.problem(
          "index '%s': %s%nOpenSearch keeps a value of which the file says nothing: state it there"
              .formatted(name, left.offer()));
    }
  }
}
