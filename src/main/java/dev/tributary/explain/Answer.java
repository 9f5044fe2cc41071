package dev.tributary.explain;

import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Explanation;
import java.util.List;
import java.util.Optional;

/**
 * What would become of a change.
 *
 * @param results one for each entity of the table, in the order of the config
 */
public record Answer(Asked asked, List<Result> results) {

  /**
   * What one entity makes of the change.
   *
   * @param action what is done in the end; a skip where another entity writes the same document
   * @param before what it made of the old image, if there is one
   * @param index what the config says about the index
   * @param fetched the objects that are read for it
   */
  record Result(
      Explanation explanation,
      Action action,
      Optional<Explanation> before,
      Settings.Entity entity,
      Settings.Index index,
      List<Fetched> fetched) {}

  /**
   * An object that is read for the document.
   *
   * @param attribute the one that names it
   * @param fields that are filled from it
   */
  record Fetched(String attribute, String reference, List<String> fields) {}
}
