package dev.tributary.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.ItemKey;
import dev.tributary.change.Value;
import dev.tributary.table.DeadLetters.Letter;
import org.junit.jupiter.api.Test;

class LetterTest {

  @Test
  void aReasonIsTextThatCanBeStoredWhereverItWasCut() {
    ItemKey key = ItemKey.of(new Value.Text("k"));
    assertThat(new Letter("i", "k", "t", key, "x\ud83d…", 1).reason()).isEqualTo("x?…");
    assertThat(new Letter("i", "k", "t", key, "🌤".repeat(3000) + "x", 1).reason())
        .hasSize(4001)
        .endsWith("🌤…");
    assertThat(new Letter("i", "k", "t", key, "x" + "🌤".repeat(3000), 1).reason())
        .endsWith("🌤?…");
  }
}
