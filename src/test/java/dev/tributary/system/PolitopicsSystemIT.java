package dev.tributary.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.Servers;
import java.io.IOException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PoliTopics: articles among thin index items, in Japanese, and the tasks that write them. */
class PolitopicsSystemIT {

  private static final String WAGES = "5a97af58fb4838863e81348bd2c3fef3";
  private static final String BUSES = "4561049f9a0e8b3815bda3aa0f396174";
  private static final String NO_TERMS = "407c167047ac0217d7c2e64c05b19df9";
  private static final String WITHDRAWN = "44f9393558f9c170f3b02739baac921c";
  private static final String REMOVED = "4e63a587501c602a6c34568329f5ad78";
  private static final String ARRIVED = "f0e1d2c3b4a5968778695a4b3c2d1e0f";
  private static final String FINISHED = "ba262313cb1a17f5f67b0d240d695f69";

  private static final String REWRITTEN = "29d1194eebc9df41846ca99df16219b3";
  private static final String WITHOUT_ASSET = "58c300af61e41ac01ed5d66c1eee517f";
  private static final String LONG = "d0d1d2d3d4d5d6d7d8d9dadbdcdddedf";

  private static final String BUCKET = "politopics-articles";
  private static final String R2 =
      "https://0a1b2c3d4e5f60718293a4b5c6d7e8f9.r2.cloudflarestorage.com/politopics-articles/";

  private static final String SECOND_EDITION =
      """
      {"summary": {"summary": "箱わなの設置を早める方針が示された。"},
       "dialogs": [{"order": 1, "speaker": "委員長", "original_text": "柿の木を伐ることも大切です。"}]}
      """;

  private static SystemUnderTest politopics;

  private static String asset(String article) {
    return "articles/" + article + "/asset.json";
  }

  /** A whole day's speeches. The last one has a word that no other has. */
  private static String manySpeeches() {
    return IntStream.range(0, 4000)
        .mapToObj(
            i ->
                """
                {"order": %d, "speaker": "村上 香", "original_text": "%s"}"""
                    .formatted(
                        i, i == 3999 ? "閉会の挨拶で流氷の話をいたしました。" : "任期の延長について慎重に検討すべきと考えます。".repeat(5)))
        .collect(joining(",\n", "{\"dialogs\": [", "]}"));
  }

  @BeforeAll
  static void fill() throws IOException {
    Servers.assumeKuromoji();
    politopics = SystemUnderTest.start("politopics").load();
    politopics.putObject(BUCKET, asset(REWRITTEN + "/second"), SECOND_EDITION);
    politopics.change(
        "articles",
        item -> item.put("asset_url", R2 + asset(REWRITTEN + "/second")),
        "A#" + REWRITTEN,
        "META");
    politopics.change("articles", item -> item.remove("asset_url"), "A#" + WITHOUT_ASSET, "META");
    String speeches = manySpeeches();
    assertThat(speeches.getBytes(UTF_8).length)
        .as("more than an item holds")
        .isGreaterThan(400 << 10);
    politopics.putObject(BUCKET, asset(LONG), speeches);
    politopics.put(
        "articles",
        """
        {"PK": "A#%s", "SK": "META", "type": "ARTICLE", "title": "一日中の審議", "summary": {"summary": "古い要約"},
         "asset_url": "%s"}
        """
            .formatted(LONG, R2 + asset(LONG)));
    politopics.change(
        "articles", item -> item.put("title", "路線バスの運転手を増やすには"), "A#" + BUSES, "META");
    politopics.change("articles", item -> item.remove("terms"), "A#" + NO_TERMS, "META");
    politopics.change("articles", item -> item.put("type", "ARTICLE"), "A#" + ARRIVED, "META");
    politopics.change("articles", item -> item.put("type", "WITHDRAWN"), "A#" + WITHDRAWN, "META");
    politopics.delete("articles", "A#" + REMOVED, "META");
    politopics.delete(
        "articles", "PERSON#高瀬 直人", "Y#2025#M#02#D#2025-02-13T00:00:00.000Z#A#" + WAGES);
    politopics.change("llm-tasks", item -> item.put("status", "completed"), FINISHED);
    politopics.delete("llm-tasks", "2389aa3239d91686da41eba703cd8839");
    politopics.awaitEqual();
  }

  @AfterAll
  static void close() {
    if (politopics != null) { // else it was skipped
      politopics.close();
    }
  }

  private static Hits articles(String question, String body) {
    return politopics.search(question, "articles", body);
  }

  private static Hits tasks(String question, String body) {
    return politopics.search(question, "tasks", body);
  }

  @Test
  void articlesAloneAreDocuments() {
    assertThat(articles("all articles", "{}").total()).isEqualTo(32);
    Hits others =
        articles(
            "thin index items, statistics, caches",
            """
            {"query": {"bool": {"must_not": {"prefix": {"_sync.pk": "A#"}}}}}""");
    assertThat(others.total()).isZero();
    assertThat(politopics.sandbox().get("articles", "A#" + WITHDRAWN + "#META").path("found"))
        .hasToString("false");
    assertThat(politopics.deadLetters()).isEmpty();
  }

  @Test
  void anArticleHoldsWhatPeopleSearchAndNothingThatServesDynamoDb() {
    JsonNode article = politopics.sandbox().get("articles", "A#" + WAGES + "#META").path("_source");
    assertThat(article.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder(
            "_sync",
            "articleId",
            "title",
            "description",
            "date",
            "month",
            "imageKind",
            "session",
            "nameOfHouse",
            "nameOfMeeting",
            "categories",
            "keywords",
            "participants",
            "positions",
            "statements",
            "terms",
            "definitions",
            "asset_url",
            "summary",
            "soft_language_summary",
            "middle_summary",
            "dialogs");
    assertThat(article.path("articleId").asText()).isEqualTo(WAGES);
    assertThat(article.path("keywords")).hasToString("[\"最低賃金\",\"中小企業支援\",\"賃上げ\"]");
    assertThat(article.path("participants")).hasToString("[\"高瀬 直人\",\"水野 恵子\"]");
    assertThat(article.path("asset_url").asText()).endsWith("/articles/" + WAGES + "/asset.json");
  }

  @Test
  void anInflectedVerbIsFoundByItsBaseForm() {
    Hits hits =
        articles(
            "引き上げる, where the text has 引き上げた",
            """
            {"query": {"multi_match": {"query": "引き上げる",
              "fields": ["title", "description", "statements", "summary"]}}}""");
    assertThat(hits.values("articleId")).containsExactly(WAGES);
    assertThat(hits.list().toString()).contains("引き上げた").doesNotContain("引き上げる");
  }

  @Test
  void kyotoIsNotFoundInTokyoTo() {
    Hits hits = articles("京都, and not 東京都", "{\"query\": {\"match\": {\"title\": \"京都\"}}}");
    assertThat(hits.values("title")).containsExactly("京都の町家保存に固定資産税の軽減を");
  }

  @Test
  void aPartOfACompoundIsFound() {
    Hits hits = articles("空港, in 関西国際空港", "{\"query\": {\"match\": {\"title\": \"空港\"}}}");
    assertThat(hits.values("title")).containsExactly("関西国際空港の発着枠拡大と騒音対策");
  }

  @Test
  void wideLettersAreLetters() {
    Hits hits = articles("ＡＩ, in wide letters", "{\"query\": {\"match\": {\"title\": \"ＡＩ\"}}}");
    assertThat(hits.values("title")).containsExactly("AI法案を審議、研究の推進と悪用の防止");
  }

  @Test
  void aHousesArticlesOfASessionComeNewestFirst() {
    Hits hits =
        articles(
            "参議院 in session 219, newest first",
            """
            {"query": {"bool": {"filter": [{"term": {"nameOfHouse": "参議院"}}, {"term": {"session": 219}}]}},
             "sort": [{"date": "desc"}]}""");
    assertThat(hits.values("date"))
        .containsExactly(
            "2025-12-04T00:00:00.000Z",
            "2025-11-27T00:00:00.000Z",
            "2025-11-20T00:00:00.000Z",
            "2025-11-13T00:00:00.000Z",
            "2025-11-12T00:00:00.000Z");
  }

  @Test
  void aCategoryIsFilteredByDate() {
    Hits hits =
        articles(
            "category 防災, April to June 2025",
            """
            {"query": {"bool": {"filter": [{"term": {"categories": "防災"}},
              {"range": {"date": {"gte": "2025-04-01", "lt": "2025-07-01"}}}]}}, "sort": [{"date": "asc"}]}""");
    assertThat(hits.values("date"))
        .containsExactly(
            "2025-04-16T00:00:00.000Z", "2025-05-09T00:00:00.000Z", "2025-05-23T00:00:00.000Z");
  }

  @Test
  void aDateThatIsNoneDoesNotHideItsArticle() {
    Hits hits =
        articles("category 防災, of any date", "{\"query\": {\"term\": {\"categories\": \"防災\"}}}");
    assertThat(hits.values("date")).hasSize(4).contains("未定");
  }

  @Test
  void peopleAreFoundByFamilyNameAndByOffice() {
    Hits name =
        articles(
            "高瀬 took part",
            """
            {"query": {"match": {"participants.words": "高瀬"}}, "sort": [{"date": "asc"}]}""");
    assertThat(name.values("month")).containsExactly("2025-02", "2025-04", "2025-05", "2025-11");
    Hits office = articles("財務大臣 took part", "{\"query\": {\"term\": {\"positions\": \"財務大臣\"}}}");
    assertThat(office.total()).isEqualTo(3);
  }

  @Test
  void keywordsAreFoundWhateverTheirShapeInTheItem() {
    Hits maps = articles("keyword 子育て支援", "{\"query\": {\"term\": {\"keywords\": \"子育て支援\"}}}");
    assertThat(maps.total()).isEqualTo(2);
    Hits plain =
        articles(
            "keyword 国会法 and session 213, both as older items have them",
            """
            {"query": {"bool": {"filter": [{"term": {"keywords": "国会法"}}, {"term": {"session": 213}}]}}}""");
    assertThat(plain.values("title")).containsExactly("両院協議会、協議が調わず");
  }

  @Test
  void longTextsThatTheItemItselfHoldsAreFound() {
    Hits summary =
        articles(
            "返納する, in summaries",
            """
            {"query": {"match": {"summary": {"query": "国庫に返納する", "operator": "and"}}}}""");
    assertThat(summary.values("month")).containsExactly("2024-05");
    Hits speech =
        articles(
            "緊急集会, in speeches",
            "{\"query\": {\"match_phrase\": {\"dialogs.original_text\": \"緊急集会\"}}}");
    assertThat(speech.values("month")).containsExactly("2024-06");
  }

  @Test
  void longTextsThatOnlyTheAssetHoldsAreFound() {
    Hits summary =
        articles(
            "腐食する, in summaries: the text has 腐食しやすい",
            """
            {"query": {"match": {"summary": {"query": "腐食", "operator": "and"}}}}""");
    assertThat(summary.values("month")).containsExactly("2025-04");
    Hits speech =
        articles(
            "寝静まる, in speeches: the text has 寝静まった",
            "{\"query\": {\"match\": {\"dialogs.original_text\": \"寝静まる\"}}}");
    assertThat(speech.values("title")).containsExactly("関西国際空港の発着枠拡大と騒音対策");
    Hits gist =
        articles(
            "アルバイト, in the parts of a summary",
            "{\"query\": {\"match\": {\"middle_summary\": \"アルバイト\"}}}");
    assertThat(gist.total()).as("in plain words only").isZero();
    Hits plain =
        articles(
            "アルバイト, in plain words",
            "{\"query\": {\"match\": {\"soft_language_summary\": \"アルバイト\"}}}");
    assertThat(plain.values("articleId")).containsExactly(WAGES);
    Hits speaker =
        articles(
            "what 水野 恵子 said",
            """
            {"query": {"bool": {"filter": [{"term": {"dialogs.speaker": "水野 恵子"}}],
              "must": [{"match_phrase": {"dialogs.original_text": "価格交渉"}}]}}}""");
    assertThat(speaker.values("articleId")).containsExactly(WAGES);
  }

  @Test
  void anAssetMayBeLargerThanAnItem() {
    Hits hits =
        articles(
            "流氷, in the last of 4,000 speeches",
            "{\"query\": {\"match\": {\"dialogs.original_text\": \"流氷\"}}}");
    assertThat(hits.values("articleId")).containsExactly(LONG);
    assertThat(hits.documents().get(0).path("dialogs")).hasSize(4000);
    assertThat(hits.documents().get(0).has("summary"))
        .as("the item holds one, and the asset has none")
        .isFalse();
  }

  @Test
  void anArticleThatNamesAnotherAssetHasItsTexts() {
    assertThat(
            articles(
                    "箱わな, of the second edition",
                    "{\"query\": {\"match_phrase\": {\"summary\": \"箱わな\"}}}")
                .values("articleId"))
        .containsExactly(REWRITTEN);
    assertThat(
            articles(
                    "流れ弾, of the first edition",
                    "{\"query\": {\"match_phrase\": {\"summary\": \"流れ弾\"}}}")
                .total())
        .isZero();
    assertThat(
            articles(
                    "ヨウ素, of an asset that is named no more",
                    "{\"query\": {\"match\": {\"summary\": \"ヨウ素\"}}}")
                .total())
        .isZero();
    assertThat(
            articles(
                    "孫請け, of an article that was removed",
                    "{\"query\": {\"match_phrase\": {\"dialogs.original_text\": \"孫請け\"}}}")
                .total())
        .isZero();
  }

  @Test
  void whatChangedIsFoundAsItIsNow() {
    Hits buses = articles("運転手を増やす", "{\"query\": {\"match_phrase\": {\"title\": \"運転手を増やす\"}}}");
    assertThat(buses.values("articleId")).containsExactly(BUSES);
    Hits arrived =
        articles(
            "an item that became an article", "{\"query\": {\"match\": {\"title\": \"取り込み\"}}}");
    assertThat(arrived.values("articleId")).containsExactly(ARRIVED);
    Hits terms = articles("再審 as a term", "{\"query\": {\"term\": {\"terms\": \"再審\"}}}");
    assertThat(terms.total()).isZero();
  }

  @Test
  void tasksAreListedByStatusOldestFirst() {
    Hits pending =
        tasks(
            "pending, oldest first",
            """
            {"query": {"term": {"status": "pending"}}, "sort": [{"createdAt": "asc"}], "size": 20}""");
    assertThat(pending.total()).isEqualTo(14);
    assertThat(pending.values("createdAt")).isSorted();
    assertThat(tasks("completed", "{\"query\": {\"term\": {\"status\": \"completed\"}}}").total())
        .isEqualTo(33);
    assertThat(
            tasks("remake", "{\"query\": {\"term\": {\"status\": \"remake\"}}}").values("taskId"))
        .containsExactly("d1ebce0972d02168b57e8b33ebd20c9d");
  }

  @Test
  void tasksAreFoundByTheirChunksAndTheirMeeting() {
    Hits chunks =
        tasks(
            "pending with a chunk to do",
            """
            {"query": {"bool": {"filter": [{"term": {"status": "pending"}}, {"term": {"chunks.status": "pending"}}]}}}""");
    assertThat(chunks.total()).isEqualTo(8);
    Hits budget =
        tasks(
            "予算, not completed",
            """
            {"query": {"bool": {"must": {"match": {"meeting.nameOfMeeting.words": "予算"}},
              "must_not": {"term": {"status": "completed"}}}}, "sort": [{"createdAt": "asc"}]}""");
    assertThat(budget.values("status")).containsExactly("remake", "ingested");
    Hits retried =
        tasks(
            "tried three times or more",
            "{\"query\": {\"range\": {\"retryAttempts\": {\"gte\": 3}}}}");
    assertThat(retried.ids()).containsExactly(FINISHED);
    assertThat(retried.values("taskId")).containsExactly(FINISHED);
    assertThat(retried.documents().get(0).has("pk")).isFalse();
  }
}
