package dev.tributary.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** Aura Historia: shops and their pages, of URLs longer than an id may be, without old images. */
class ShopsSystemIT {

  private static final String TABLE = "aura-historia-data";
  private static final String BRANDT = "SHOP#antik-brandt.example";
  private static final String LONG =
      "https://antik-brandt.example/produkt/sekretaer-nussbaum-um-1790-4711?utm_source=newsletter"
          + "&utm_medium=email&utm_campaign=herbstauktion-2025&session=";
  private static final String FRAGMENTS =
      "https://trödel-möller.example/möbel/nähtischchen-kirschholz";

  private static final String LONG_AND_GONE =
      ("https://www.thamesclocks.example/products/longcase-clock-by-john-ellicott-1402#"
              + "gallery/photo-of-the-movement/".repeat(30))
          .substring(0, 800);

  private static SystemUnderTest shops;

  @BeforeAll
  static void fill() {
    shops = SystemUnderTest.start("shops", StreamViewType.NEW_IMAGE).load();
    shops.change(
        TABLE,
        item -> item.put("is_product", false).put("type", "other"),
        BRANDT,
        "URL#https://antik-brandt.example/produkt/standuhr-signiert-1020");
    shops.change(
        TABLE,
        item -> item.putArray("standards_used").add("rdfa").add("json-ld"),
        "SHOP#thamesclocks.example",
        "META#");
    shops.change(
        TABLE,
        item -> item.remove("hash"),
        BRANDT,
        "URL#https://antik-brandt.example/produkt/perlenkette-signiert-1018");
    shops.delete(TABLE, "SHOP#uhren-und-silber.example", "META#");
    shops.delete(TABLE, "SHOP#trödel-möller.example", "URL#" + FRAGMENTS + "#zustand");
    shops.delete(
        TABLE, "SHOP#kyoto-kottou.example", "URL#https://kyoto-kottou.example/商品/古伊万里-染付皿");
    shops.delete(TABLE, "SHOP#thamesclocks.example", "URL#" + LONG_AND_GONE);
    shops.delete(TABLE, BRANDT, "LOCK#crawler");
    shops.awaitEqual();
  }

  @AfterAll
  static void close() {
    shops.close();
  }

  private static Hits urls(String question, String body) {
    return shops.search(question, "urls", body);
  }

  private static Hits shops(String question, String body) {
    return shops.search(question, "shops", body);
  }

  private static String term(String field, String value) {
    return "{\"query\": {\"term\": {\"%s\": \"%s\"}}, \"size\": 100}".formatted(field, value);
  }

  @Test
  void theStreamHasNoOldImages() {
    assertThat(
            shops
                .sandbox()
                .dynamoDb()
                .describeTable(describe -> describe.tableName(TABLE))
                .table()
                .streamSpecification()
                .streamViewType())
        .isEqualTo(StreamViewType.NEW_IMAGE);
  }

  @Test
  void pagesAndShopsHaveIndexesOfTheirOwn() {
    assertThat(urls("all pages", "{}").total()).isEqualTo(270);
    assertThat(shops("all shops", "{}").total()).isEqualTo(10);
    assertThat(urls("a long URL that was removed", term("url.exact", LONG_AND_GONE)).total())
        .isZero();
    Hits others =
        urls(
            "locks, crawls, robots",
            "{\"query\": {\"bool\": {\"must_not\": {\"prefix\": {\"_sync.sk\": \"URL#https://\"}}}}}");
    assertThat(others.total()).isZero();
    assertThat(shops.deadLetters()).isEmpty();
  }

  @Test
  void aPageKnowsItsShopAndHasNoRawKeys() {
    String url = "https://antik-brandt.example/produkt/unbekannt-9001";
    Hits hits = urls("a page whose item has no url", term("url.exact", url));
    JsonNode page = hits.documents().get(0);
    assertThat(page.path("domain").asText()).isEqualTo("antik-brandt.example");
    assertThat(page.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "_sync", "domain", "url", "standards_used", "type", "is_product", "hash");
  }

  @Test
  void aShopsProductsAreCounted() {
    Hits products =
        urls(
            "products of antik-brandt.example",
            """
            {"query": {"bool": {"filter": [{"term": {"domain": "antik-brandt.example"}}, {"term": {"is_product": true}}]}}}""");
    assertThat(products.total()).isEqualTo(24);
    Hits pages =
        urls("pages that are no products", "{\"query\": {\"term\": {\"is_product\": false}}}");
    assertThat(pages.total()).isEqualTo(100);
    Hits unknown =
        urls(
            "pages of which it is not known",
            "{\"query\": {\"bool\": {\"must_not\": {\"exists\": {\"field\": \"is_product\"}}}}}");
    assertThat(unknown.values("url")).hasSize(3).allMatch(url -> url.contains("/unbekannt-900"));
  }

  @Test
  void wordsOfAPathAreFound() {
    Hits words =
        urls(
            "sekretär of walnut, in the path",
            """
            {"query": {"match": {"url": {"query": "sekretaer nussbaum", "operator": "and"}}}}""");
    assertThat(words.values("type")).containsExactlyInAnyOrder("product", "product");
    Hits folded =
        urls("nahtischchen, for ä", "{\"query\": {\"match\": {\"url\": \"Nahtischchen\"}}}");
    assertThat(folded.values("url")).containsExactly(FRAGMENTS + "#maße-und-gewicht");
    Hits japanese = urls("江戸時代", "{\"query\": {\"match\": {\"url\": \"江戸時代\"}}}");
    assertThat(japanese.values("domain")).containsExactly("kyoto-kottou.example");
  }

  @Test
  void longUrlsAreFoundExactlyAlsoWhereTheirBeginningsAreTheSame() {
    Hits both =
        urls(
            "two URLs with the same first 512 bytes",
            "{\"query\": {\"prefix\": {\"url.exact\": \"%s\"}}}".formatted(LONG));
    assertThat(both.total()).isEqualTo(2);
    for (String url : both.values("url")) {
      assertThat(url.length()).isGreaterThan(600);
      Hits one = urls("a URL of " + url.length() + " bytes", term("url.exact", url));
      assertThat(one.values("url")).containsExactly(url);
    }
  }

  @Test
  void noIdIsOver512BytesAndTheKeysAreKept() {
    Hits all = urls("all pages, listed", "{\"size\": 1000}");
    List<String> ids = all.ids();
    assertThat(ids).doesNotHaveDuplicates();
    assertThat(ids)
        .allMatch(id -> id.getBytes(StandardCharsets.UTF_8).length <= 512)
        .filteredOn(id -> id.getBytes(StandardCharsets.UTF_8).length > 480)
        .hasSize(6)
        .allMatch(id -> id.matches("SHOP#.*~[0-9a-f]{64}"));
    assertThat(all.values("_sync.sk")).anyMatch(sk -> sk.length() == 1024);
  }

  @Test
  void fragmentsArePartOfAUrl() {
    Hits several =
        urls(
            "a URL with #b#c",
            term(
                "url.exact",
                "https://galerie-du-marais.example/produit/pendule-empire-1899?ref=a#b#c"));
    assertThat(several.values("standards_used")).hasSize(1);
    Hits prefix =
        urls(
            "what is left of a page with two fragments",
            "{\"query\": {\"prefix\": {\"url.exact\": \"%s\"}}}".formatted(FRAGMENTS));
    assertThat(prefix.values("url")).containsExactly(FRAGMENTS + "#maße-und-gewicht");
  }

  @Test
  void typesAndStandardsAreFiltered() {
    Hits listings = urls("listings", term("type", "listing"));
    assertThat(listings.total()).isEqualTo(14);
    Hits sets = urls("rdfa, in lists and sets", term("standards_used", "rdfa"));
    assertThat(sets.values("domain"))
        .contains("shop.harbour-militaria.example:8443", "antiquites-lefebvre.example");
  }

  @Test
  void shopsAreFoundByStandardAndByNamePart() {
    assertThat(shops("shops with microdata", term("standards_used", "microdata")).values("domain"))
        .containsExactlyInAnyOrder(
            "antik-brandt.example",
            "bridge-street-antiques.example",
            "antiquites-lefebvre.example");
    assertThat(
            shops("shops with rdfa, after a change", term("standards_used", "rdfa"))
                .values("domain"))
        .contains("thamesclocks.example");
    assertThat(
            shops(
                    "antiques, in the name",
                    "{\"query\": {\"match\": {\"domain.words\": \"antiques\"}}}")
                .values("domain"))
        .containsExactly("bridge-street-antiques.example");
  }
}
