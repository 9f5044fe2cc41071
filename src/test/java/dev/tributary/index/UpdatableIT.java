package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Asks the real server what it changes in an index that is there. */
class UpdatableIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern LISTED = Pattern.compile("non dynamic settings \\[\\[(.*?)]]");

  /** Managed by OpenSearch itself, so no file can name them. */
  private static final Pattern PRIVATE =
      Pattern.compile(
          "index\\.(allocation\\.existing_shards_allocator|context\\..*|creation_date|provided_name"
              + "|remote_store\\..*|search\\.throttled|searchable_snapshot\\..*|uuid"
              + "|verified_before_close|version\\..*)");

  private final RawOpenSearch raw = new RawOpenSearch(Servers.shared().openSearch());
  private final String index = RawOpenSearch.newName();

  @Test
  void theStaticSettingsAreThoseThatTheServerRefusesToChange() throws Exception {
    raw.ask("PUT", "/" + index);
    JsonNode all = raw.ask("GET", "/" + index + "?include_defaults=true").path(index);
    Map<String, JsonNode> settings = new TreeMap<>(FlatSettings.of(all.path("defaults")));
    settings.putAll(FlatSettings.of(all.path("settings")));
    settings.keySet().removeIf(name -> PRIVATE.matcher(name).matches());

    // Refused as a whole, because of number_of_shards, with a list of all that are not dynamic.
    ObjectNode everything = JSON.createObjectNode().setAll(settings);
    String refusal =
        raw.ask("PUT", "/" + index + "/_settings", JSON.writeValueAsString(everything))
            .at("/error/reason")
            .asText();
    Matcher listed = LISTED.matcher(refusal);
    assertThat(listed.find()).as(refusal).isTrue();

    Set<String> ours = new TreeSet<>(settings.keySet());
    ours.removeIf(Updatable::setting);
    assertThat(ours)
        .containsExactlyInAnyOrder(listed.group(1).split(", "))
        .contains("index.number_of_shards");
  }

  /** Each changes a field's parameter, there and back where the server allows it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "keyword | ignore_above | 10 | 20",
        "keyword | eager_global_ordinals | true | false",
        "keyword | split_queries_on_whitespace | true | false",
        "keyword | boost | 2.0 | 3.0",
        "keyword | meta | {\"a\":\"b\"} | {\"a\":\"c\"}",
        "keyword | copy_to | \"x\" | [\"x\",\"y\"]",
        "keyword | norms | true | false",
        "keyword | norms | false | true",
        "keyword | null_value | \"a\" | \"b\"",
        "keyword | index | true | false",
        "keyword | doc_values | true | false",
        "keyword | store | true | false",
        "keyword | similarity | \"BM25\" | \"boolean\"",
        "keyword | index_options | \"docs\" | \"freqs\"",
        "text | analyzer | \"standard\" | \"simple\"",
        "text | search_analyzer | \"standard\" | \"simple\"",
        "text | search_quote_analyzer | \"standard\" | \"simple\"",
        "text | norms | true | false",
        "text | norms | false | true",
        "text | fielddata | true | false",
        "text | term_vector | \"no\" | \"yes\"",
        "text | position_increment_gap | 5 | 6",
        "text | index_phrases | true | false",
        "date | format | \"yyyy\" | \"epoch_second\"",
        "date | ignore_malformed | true | false",
        "integer | coerce | true | false",
        "integer | ignore_malformed | true | false",
        "integer | null_value | 1 | 2",
        "geo_point | ignore_malformed | true | false",
        "geo_point | ignore_z_value | true | false",
        "geo_shape | orientation | \"left\" | \"right\"",
        "geo_shape | coerce | true | false",
        "completion | max_input_length | 10 | 20",
        "object | dynamic | true | \"strict\"",
        "object | enabled | true | false",
        "nested | include_in_parent | true | false",
      })
  void aParameterChangesOrNotAsListed(String type, String parameter, String from, String to)
      throws Exception {
    raw.ask("PUT", "/" + index, "{\"mappings\":" + field(type, parameter, from) + "}");
    JsonNode answer =
        raw.ask("PUT", "/" + index + "/_mapping", field(type, parameter, to).toString());
    boolean changed = answer.path("acknowledged").asBoolean();
    assertThat(Updatable.ofField(parameter, JSON.readTree(to)))
        .as(answer.toString())
        .isEqualTo(changed);
    assertThat(Updatable.ofField("type", MissingNode.getInstance())).isFalse();
  }

  private static ObjectNode field(String type, String parameter, String value) throws Exception {
    ObjectNode mappings = JSON.createObjectNode();
    ObjectNode field = mappings.putObject("properties").putObject("f").put("type", type);
    if (parameter.startsWith("search_")) {
      field.put("analyzer", "standard").put("search_analyzer", "standard");
    }
    field.set(parameter, JSON.readTree(value));
    return mappings;
  }
}
