package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.DemoStory.Step;
import dev.tributary.config.Settings;
import dev.tributary.config.SettingsReader;
import dev.tributary.enrich.objects.Reference;
import dev.tributary.enrich.objects.References;
import dev.tributary.table.Attributes;
import dev.tributary.table.PlainJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The stories tell what their configs can play. */
class DemoStoryTest {

  private static List<String> systems() throws IOException {
    return DemoStory.systems(Path.of("."));
  }

  private static Settings settings(String system) {
    return new SettingsReader().read(Path.of("config", system + ".yml"), Map.of());
  }

  @Test
  void thereAreSystemsAndTheDefaultIsOneOfThem() throws IOException {
    assertThat(systems()).contains("places", "prdt", "photos").isSorted();
  }

  @ParameterizedTest
  @MethodSource("systems")
  void everyStepIsOfItsConfig(String system) throws IOException {
    Settings settings = settings(system);
    DemoStory story = DemoStory.load(system);
    assertThat(story.steps()).hasSizeGreaterThanOrEqualTo(5);
    for (Step step : story.steps()) {
      assertThat(step.say()).isNotBlank();
      if (step instanceof Step.Search search) {
        assertThat(settings.indexes().keySet())
            .containsAll(Arrays.asList(search.index().split(",", -1)));
        assertThat(search.body().has("query")).isTrue();
        assertThat(search.show()).as(search.say()).isNotEmpty();
      } else if (step instanceof Step.Write write) {
        Settings.Table table = DemoPlayer.table(settings, write.table());
        assertThat(Attributes.key(PlainJson.item(write.item()), table.key()).pkText()).isNotBlank();
      }
    }
    assertThat(DemoPlayer.table(settings, story.yourTurn().table())).isNotNull();
    assertThat(story.yourTurn().item().toString()).as("it stands in quotes").doesNotContain("'");
    String index = story.yourTurn().search().split("/", -1)[0];
    assertThat(settings.indexes()).containsKey(index);
    assertThat(story.yourTurn().search()).contains("_search?q=");
  }

  @ParameterizedTest
  @MethodSource("systems")
  void everyObjectMayBeReadAndIsNamedByAnItem(String system) throws IOException {
    DemoStory story = DemoStory.load(system);
    References references = new References(settings(system).enrichment().objects().buckets());
    List<String> named =
        story.steps().stream()
            .filter(Step.Write.class::isInstance)
            .flatMap(step -> ((Step.Write) step).item().valueStream())
            .filter(JsonNode::isTextual)
            .map(value -> references.resolve(value.textValue()))
            .filter(Reference.Allowed.class::isInstance)
            .map(allowed -> ((Reference.Allowed) allowed).object())
            .map(object -> "s3://" + object.bucket() + "/" + object.key())
            .toList();
    assertThat(story.objects())
        .extracting(Object::toString)
        .containsExactlyInAnyOrderElementsOf(named);
  }

  @Test
  void someStoriesHaveObjects() throws IOException {
    assertThat(DemoStory.load("prdt").objects()).isNotEmpty();
    assertThat(DemoStory.load("politopics").objects()).isNotEmpty();
  }

  /** DynamoDB streams nothing for it, and the demo would wait in vain. */
  @ParameterizedTest
  @MethodSource("systems")
  void noItemIsPutAsItIs(String system) throws IOException {
    Map<Object, Object> items = new HashMap<>();
    for (Step step : DemoStory.load(system).steps()) {
      if (step instanceof Step.Write write) {
        Settings.Table table = DemoPlayer.table(settings(system), write.table());
        Object key = Attributes.key(PlainJson.item(write.item()), table.key());
        Object before = items.put(List.of(table, key), write.item());
        assertThat(write.item()).as(step.say()).isNotEqualTo(before);
      }
    }
  }
}
