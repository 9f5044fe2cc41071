package dev.tributary.table;

import dev.tributary.config.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A real table, as far as Tributary cares.
 *
 * @param streamArn its newest stream, which may have been switched off since
 * @param viewType what its stream carries; absent while it has none
 */
public record TableFacts(Settings.Key key, Optional<String> streamArn, Optional<String> viewType) {

  /** What keeps Tributary from reading this table as the config describes it. */
  public List<String> problems(Settings.Table table) {
    List<String> problems = new ArrayList<>();
    if (!key.equals(table.key())) {
      problems.add(
          "table '%s' has the key %s, but the config says %s; correct the config's key"
              .formatted(table.name(), text(key), text(table.key())));
    }
    if (viewType.isEmpty()) {
      problems.add(
          "table '%s' has no stream; switch one on with the view type NEW_AND_OLD_IMAGES"
              .formatted(table.name()));
    } else if (!viewType.get().equals("NEW_AND_OLD_IMAGES")
        && !viewType.get().equals("NEW_IMAGE")) {
      problems.add(
          "table '%s' streams %s, which has no new images; switch it to NEW_AND_OLD_IMAGES"
              .formatted(table.name(), viewType.get()));
    }
    return problems;
  }

  private static String text(Settings.Key key) {
    return "{pk: " + key.pk() + key.sk().map(sk -> ", sk: " + sk).orElse("") + "}";
  }
}
