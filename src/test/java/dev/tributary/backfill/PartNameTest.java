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

  @Test
  void filesOfAnExportComeFirstThenTheReplayThenTheSweeps() {
    assertThat(PartName.ofExport(2, false, Set.of("shops")))
        .containsExactly("file-0000-of-0002", "file-0001-of-0002", "replay", "sweep-shops");
    assertThat(PartName.of("file-0001-of-0002")).isEqualTo(new PartName.File(1, 2, false));
    assertThat(PartName.of("again-0001-of-0002")).isEqualTo(new PartName.File(1, 2, true));
    assertThat(PartName.of("replay").stage())
        .isGreaterThan(PartName.of("again-0001-of-0002").stage())
        .isLessThan(PartName.of("sweep-shops").stage());
    assertThat(PartName.files(100_000, true)).hasSize(256).contains("again-0255-of-0256");
    assertThat(PartName.files(0, false)).hasSize(1);
  }

  @Test
  void whatANewerVersionMeansIsNotTakenForSomethingElse() {
    assertThat(PartName.of("copy-1-of-2")).isEqualTo(new PartName.Unknown("copy-1-of-2"));
    assertThat(PartName.of("copy")).isEqualTo(new PartName.Unknown("copy"));
  }
}
