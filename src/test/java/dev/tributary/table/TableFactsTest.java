package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.Settings;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TableFactsTest {

  private static final Settings.Key KEY = new Settings.Key("PK", Optional.of("SK"));
  private static final Settings.Table TABLE = new Settings.Table("Places", KEY);

  private static TableFacts facts(Settings.Key key, String viewType) {
    return new TableFacts(key, Optional.of("arn"), Optional.ofNullable(viewType));
  }

  @Test
  void newImagesAreEnough() {
    assertThat(facts(KEY, "NEW_AND_OLD_IMAGES").problems(TABLE)).isEmpty();
    assertThat(facts(KEY, "NEW_IMAGE").problems(TABLE)).isEmpty();
  }

  @Test
  void anotherKeyIsShownBesideTheConfigs() {
    assertThat(
            facts(new Settings.Key("id", Optional.empty()), "NEW_AND_OLD_IMAGES").problems(TABLE))
        .containsExactly(
            "table 'Places' has the key {pk: id}, but the config says {pk: PK, sk: SK}; "
                + "correct the config's key");
  }

  @Test
  void aTableWithoutAStreamSaysWhichToSwitchOn() {
    assertThat(facts(KEY, null).problems(TABLE))
        .containsExactly(
            "table 'Places' has no stream; switch one on with the view type NEW_AND_OLD_IMAGES");
  }

  @Test
  void aStreamWithoutNewImagesIsNotEnough() {
    for (String viewType : new String[] {"KEYS_ONLY", "OLD_IMAGE"}) {
      assertThat(facts(KEY, viewType).problems(TABLE))
          .containsExactly(
              "table 'Places' streams "
                  + viewType
                  + ", which has no new images; switch it to NEW_AND_OLD_IMAGES");
    }
  }

  @Test
  void everyProblemIsToldAtOnce() {
    assertThat(facts(new Settings.Key("PK", Optional.empty()), null).problems(TABLE)).hasSize(2);
  }
}
