package dev.tributary.config;

import dev.tributary.entity.DocumentRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The digest of what a config makes of items for one index. The section {@code objects} is no part
 * of it: it decides whether an object may be had, and what it lacks is listed.
 */
public final class RulesDigest {
  private RulesDigest() {}

  /** Of each index of the config. */
  public static Map<String, String> of(Settings settings) {
    Map<String, String> digests = new LinkedHashMap<>();
    settings.indexes().keySet().forEach(index -> digests.put(index, of(settings, index)));
    return digests;
  }

  public static String of(Settings settings, String index) {
    DocumentRules rules = new DocumentRules();
    for (Settings.Entity entity : settings.entities().values()) {
      if (entity.index().equals(index)) {
        Settings.Table table = settings.tables().get(entity.table());
        Settings.Key key = table.key();
        rules.with(
            table.name(),
            key.sk().map(sk -> List.of(key.pk(), sk)).orElse(List.of(key.pk())),
            entity.rule());
      }
    }
    return rules.digest(settings.indexes().get(index).preserve());
  }
}
