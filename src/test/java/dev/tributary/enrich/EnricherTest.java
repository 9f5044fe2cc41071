package dev.tributary.enrich;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Value;
import dev.tributary.config.Enrichment;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Need;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Swapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnricherTest {

  private final Enricher enricher = new Enricher(Enrichment.NONE, "us-east-1");

  @Test
  void aShapeBecomesItsFieldAndWhatWasAskedForBesideIt() {
    Made made = (Made) enrich("POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))", Swapped.REJECT);
    assertThat(made.fields()).containsOnlyKeys("outline", "box", "center");
    assertThat(text(made.fields().get("outline"))).startsWith("{\"type\":\"Polygon\"");
    assertThat(text(made.fields().get("center"))).isEqualTo("{\"lat\":2,\"lon\":2}");
    assertThat(text(made.sync().get("geometry")))
        .isEqualTo("[{\"field\":\"outline\",\"step\":\"as-is\",\"before\":5,\"after\":5}]");
  }

  @Test
  void aBowtieIsRepairedAndSaysSo() {
    Made made = (Made) enrich("POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))", Swapped.REJECT);
    assertThat(text(made.fields().get("outline"))).startsWith("{\"type\":\"MultiPolygon\"");
    assertThat(text(made.sync().get("geometry"))).contains("\"step\":\"cleaned\"", "\"reason\":");
  }

  @Test
  void whatHoldsNoShapeMakesNothing() {
    for (String nothing : List.of("", "{}", "null", "POLYGON EMPTY")) {
      Made made = (Made) enrich(nothing, Swapped.REJECT);
      assertThat(made.fields()).as(nothing).isEmpty();
      assertThat(made.sync()).as(nothing).isEmpty();
    }
  }

  @Test
  void whatIsNoShapeIsRefusedByTheNameOfItsAttribute() {
    assertThat(enrich("a park", Swapped.REJECT))
        .isInstanceOfSatisfying(
            Enriched.Refused.class,
            refused -> assertThat(refused.reason()).startsWith("the geometry in 'shape': "));
    assertThat(enrich("POINT (20 100)", Swapped.REJECT)).isInstanceOf(Enriched.Refused.class);
    assertThat(enrich("POINT (20 100)", Swapped.REPAIR)).isInstanceOf(Made.class);
  }

  @Test
  void theLadderEnds() {
    List<String> steps = new ArrayList<>();
    Optional<Made> made =
        Optional.of((Made) enrich("POLYGON ((0 0, 4 0, 4 4, 2 4.1, 0 4, 0 0))", Swapped.REJECT));
    for (; made.isPresent() && steps.size() < 9; made = made.get().simpler("refused")) {
      steps.add(
          text(made.get().sync().get("geometry")).replaceFirst(".*\"step\":\"([^\"]*)\".*", "$1"));
    }
    assertThat(steps).startsWith("as-is").endsWith("envelope").doesNotHaveDuplicates();
  }

  private Enriched enrich(String shape, Swapped swapped) {
    Pull pull =
        new Pull(
            AttributePath.parse("shape"),
            Pull.Source.ITEM,
            new Pull.Geometry("outline", Optional.of("box"), Optional.of("center"), swapped));
    return enricher.await(List.of(new Need(pull, new Value.Text(shape))));
  }

  private static String text(byte[] json) {
    return new String(json, UTF_8);
  }
}
