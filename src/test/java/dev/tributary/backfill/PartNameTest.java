package dev.tributary.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.table.ItemReads.Segment;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PartNameTest {

  @Test
  void namesSayWhatAPartIs() {
    assertThat(PartName.all(2, Set.of("shops-and-more")))
        .containsExactly("scan-0000-of-0002", "scan-0001-of-0002", "sweep-shops-and-more");
    assertThat(PartName.of("scan-0001-of-0002")).isEqualTo(new PartName.Scan(new Segment(1, 2)));
    assertThat(PartName.of("sweep-shops-and-more")).isEqualTo(new PartName.Sweep("shops-and-more"));
  }
}
