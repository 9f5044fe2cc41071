package dev.tributary.index;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What OpenSearch changes in an index that is there. It can only be asked by doing it, so it is
 * listed here; {@code UpdatableIT} compares the lists with the server's own mind.
 */
final class Updatable {

  /** Beside a mapping's properties: how fields that it does not name are treated. */
  private static final Set<String> OF_MAPPINGS =
      Set.of(
          "dynamic",
          "date_detection",
          "numeric_detection",
          "dynamic_date_formats",
          "dynamic_templates",
          "derived",
          "_meta");

  private static final Set<String> OF_FIELDS =
      Set.of(
          "boost",
          "coerce",
          "copy_to",
          "dynamic",
          "eager_global_ordinals",
          "fielddata",
          "fielddata_frequency_filter",
          "ignore_above",
          "ignore_malformed",
          "ignore_z_value",
          "max_input_length",
          "meta",
          "orientation",
          "search_analyzer",
          "search_quote_analyzer",
          "split_queries_on_whitespace");

  /** All others are dynamic, or known to a plugin alone. */
  private static final Pattern STATIC_SETTINGS =
      Pattern.compile(
          "index\\.("
              + String.join(
                  "|",
                  "analysis\\..+",
                  "append_only\\.enabled",
                  "check_pending_flush\\.enabled",
                  "codec.*",
                  "composite_index.*",
                  "data_path",
                  "fielddata\\.cache",
                  "force_memory_term_dictionary",
                  "format",
                  "knn",
                  "load_fixed_bitset_filters_eagerly",
                  "mapping\\.(coerce|ignore_malformed)",
                  "merge\\.policy",
                  "number_of_(routing_)?shards",
                  "queries\\.cache\\.enabled",
                  "query\\.parse\\.allow_unmapped_fields",
                  "query_string\\.lenient",
                  "recovery\\.type",
                  "replication\\.type",
                  "routing_partition_size",
                  "shard\\.check_on_startup",
                  "similarity\\..+",
                  "soft_deletes\\.enabled",
                  "sort\\..+",
                  "store\\..+",
                  "use_compound_file")
              + ")");

  private Updatable() {}

  static boolean ofMappings(String parameter) {
    return OF_MAPPINGS.contains(parameter);
  }

  /**
   * @param file what the parameter is to be; a missing node for its default
   */
  static boolean ofField(String parameter, JsonNode file) {
    // Norms can be switched off, not on. Where the file is silent, it depends on the type.
    return OF_FIELDS.contains(parameter)
        || (parameter.equals("norms") && file.isBoolean() && !file.booleanValue());
  }

  static boolean setting(String name) {
    return !STATIC_SETTINGS.matcher(name).matches();
  }
}
