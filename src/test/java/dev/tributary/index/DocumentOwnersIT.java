package dev.tributary.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.index.DocumentOwners.Slice;
import dev.tributary.local.RawOpenSearch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DocumentOwnersIT {

  private static final int DOCUMENTS = 60;

  @Test
  void allPartsOfAnIndexTogetherAreTheIndex() throws Exception {
    String alias = RawOpenSearch.newName();
    List<String> ids = new ArrayList<>();
    int parts = 0;
    try (OpenSearchHttp http = OpenSearchFixtures.connect()) {
      new Generations(http).ensure(alias, Optional.empty());
      DocumentStore store = new DocumentStore(http);
      for (int i = 0; i < DOCUMENTS; i++) {
        String body = "{\"_sync\":{\"table\":\"T\",\"pk\":\"P\",\"sk\":\"%d\"}}".formatted(i);
        store.index(
            new DocumentKey(alias, "P#" + i), body.getBytes(UTF_8), new Condition.AtVersion(1));
      }
      DocumentOwners owners = new DocumentOwners(http, Duration.ofMinutes(1));
      for (int i = 0; i < 7; i++) {
        int before = ids.size();
        owners.<RuntimeException>walk(
            alias, new Slice(i, 7), page -> page.forEach(owned -> ids.add(owned.id())));
        parts += ids.size() > before ? 1 : 0;
      }
    }
    assertThat(ids)
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, DOCUMENTS).mapToObj(i -> "P#" + i).toList());
    assertThat(parts).as("they are several").isGreaterThan(3);
  }
}
