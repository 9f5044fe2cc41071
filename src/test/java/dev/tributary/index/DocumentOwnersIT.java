package dev.tributary.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.index.DocumentOwners.Slice;
import dev.tributary.local.RawOpenSearch;
import dev.tributary.local.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentOwnersIT {

  private static final int DOCUMENTS = 60;

  @Test
  void allPartsOfAnIndexTogetherAreTheIndex() throws Exception {
    RawOpenSearch raw = new RawOpenSearch(Servers.shared().openSearch());
    String index = RawOpenSearch.newName();
    List<String> ids = new ArrayList<>();
    int parts = 0;
    try (OpenSearchHttp http = OpenSearchFixtures.connect()) {
      for (int i = 0; i < DOCUMENTS; i++) {
        String body = "{\"_sync\":{\"table\":\"T\",\"pk\":\"P\",\"sk\":\"%d\"}}".formatted(i);
        raw.ask("PUT", "/" + index + "/_doc/P-" + i, body);
      }
      DocumentOwners owners = new DocumentOwners(http, Duration.ofMinutes(1));
      for (int i = 0; i < 7; i++) {
        int before = ids.size();
        owners.<RuntimeException>walk(
            index, new Slice(i, 7), page -> page.forEach(owned -> ids.add(owned.id())));
        parts += ids.size() > before ? 1 : 0;
      }
    }
    assertThat(ids)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, DOCUMENTS).mapToObj(i -> "P-" + i).toList());
    assertThat(parts).as("they are several").isGreaterThan(3);
  }
}
