package dev.tributary;

import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.Generation;
import dev.tributary.index.Generations;
import dev.tributary.index.OpenSearchConnection;
import dev.tributary.index.OpenSearchHttp;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.ops.FleetStatus.Row;
import dev.tributary.ops.FleetStatus.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.regions.Region;

/** Which indexes have documents of other rules than the config's, so that its workers wait. */
final class GenerationStatus {

  private static final String TITLE = "outdated";

  private GenerationStatus() {}

  static Section section(Settings settings, Region region) {
    Map<String, String> rules = RulesDigest.of(settings);
    List<Row> rows = new ArrayList<>();
    try (OpenSearchHttp http = OpenSearchConnection.open(settings.openSearch(), region)) {
      Generations generations = new Generations(http, rules::get);
      for (String index : rules.keySet()) {
        Optional<Generations.Rules> found = generations.rules(index);
        found.filter(one -> !one.same()).ifPresent(one -> rows.add(row(one.generation())));
      }
    } catch (OpenSearchUnavailableException e) {
      String text = "not known, since OpenSearch does not answer: " + e.getMessage();
      rows.add(new Row(text, Map.of("unknown", e.getMessage())));
    }
    return new Section(TITLE, rows);
  }

  private static Row row(Generation generation) {
    return new Row(
        "%s is made by other rules than this config's, whose workers wait: run rebuild, or accept a mix by mappings --apply"
            .formatted(generation),
        Map.of("index", generation.index(), "generation", generation.name()));
  }
}
