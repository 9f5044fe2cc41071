package dev.tributary.enrich.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.config.ObjectSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SiteTest {
  private static final Map<String, ObjectSettings.Bucket> BUCKETS =
      Map.of(
          "parks", Buckets.aws(),
          "trails", Buckets.aws("only/"),
          "abroad", in("eu-west-1"),
          "articles", Buckets.at("https://r2.example"),
          "images", Buckets.at("https://r2.example", "https://cdn.example.org"));

  private static ObjectSettings.Bucket in(String region) {
    return new ObjectSettings.Bucket(
        List.of(), Optional.of(region), Optional.empty(), false, List.of(), Optional.empty());
  }

  private final Map<String, Site> sites = Site.of(BUCKETS, "ca-central-1");

  @Test
  void bucketsAtOnePlaceShareASite() {
    assertThat(sites.get("parks")).isEqualTo(sites.get("trails"));
    assertThat(sites.get("articles")).isEqualTo(sites.get("images"));
    assertThat(Set.copyOf(sites.values())).hasSize(3);
    assertThat(sites.get("parks").region()).isEqualTo("ca-central-1");
    assertThat(sites.get("abroad").region()).isEqualTo("eu-west-1");
  }

  @Test
  void sitesHavePlacesOfTheirOwnAndDivideTheBytes() {
    Map<String, Server> servers =
        Server.of(sites, new ObjectSettings(BUCKETS, 10, Duration.ofSeconds(1), 7, 90, 0), 0);
    assertThat(servers.get("parks")).isSameAs(servers.get("trails"));
    assertThat(servers.get("parks")).isNotSameAs(servers.get("abroad"));
    assertThat(servers.get("parks").places().free()).isEqualTo(7);
    assertThat(servers.get("parks").bytes().free()).isEqualTo(30);
  }
}
