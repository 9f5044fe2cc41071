package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

final class ExplainCommandTest {
  private static final String CONFIG =
      """
      application: photos
      opensearch: {url: http://localhost:9200}
      tables:
        photos:
          name: photos-dev
          key: {pk: PK, sk: SK}
      indexes:
        photos:
          preserve: [embedding]
        trash:
      entities:
        photo:
          table: photos
          index: photos
          key: {pk: "EVT#{eventId}", sk: "PHOTO#{ulid}"}
          where: {EntityType: PHOTO, status: [pending, done]}
          unless: {isDeleted: true}
          exclude: [PK, SK, GSI*, admin.secret]
          fields:
            kind: {value: photo}
            price: {as: number, onError: omit}
            size: {as: number}
        deleted:
          table: photos
          index: trash
          key: {pk: "EVT#{eventId}", sk: "PHOTO#{ulid}"}
          where: {isDeleted: true}
          include: [none]
        album:
          table: photos
          index: photos
          key: {pk: "EVT#{eventId}", sk: ALBUM}
      """;

  private static final String ITEM =
      """
      {"PK": "EVT#e7", "SK": "PHOTO#01J", "EntityType": "PHOTO", "status": "done", "name": "Über 🌤",
       "_id": 7, "GSI1PK": "x", "admin": {"secret": 1, "geo.hash": "d5"}, "price": "cheap",
       "size": "12345678901234567890123456789012345678", "embedding": [0.1]}
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void write() {
    file("config.yml", CONFIG);
    file("item.json", ITEM);
  }

  private String file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private int explain(String... args) {
    String[] all = new String[args.length + 3];
    all[0] = "explain";
    all[1] = "--config";
    all[2] = folder.resolve("config.yml").toString();
    System.arraycopy(args, 0, all, 3, args.length);
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(all);
  }

  @Test
  void everyStepFromTheItemToItsDocumentIsShown() {
    assertThat(explain(folder.resolve("item.json").toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            Put EVT#e7 / PHOTO#01J
              table     photos-dev
              read as   plain JSON
              version   from the stream record, like stream, seq and time in _sync; --at and --seq tell it

            photo → index photos
              action    index EVT#e7#PHOTO#01J
              key       pk EVT#{eventId}   sk PHOTO#{ulid}
              captures  eventId = e7, ulid = 01J
              where     ✓ EntityType is "PHOTO"
                        ✓ status is "done"
              unless    ✓ isDeleted is absent, not true
              left out  GSI1PK, PK, SK, admin.secret
              renamed   _id → _id_, geo.hash → geo%2Ehash
              omitted   price  (no value could be made, and onError is omit)
              preserved embedding  (another program's, kept as they are)
              document
                {
                  "EntityType": "PHOTO",
                  "status": "done",
                  "name": "Über 🌤",
                  "_id_": 7,
                  "admin": {"geo%2Ehash": "d5"},
                  "size": 12345678901234567890123456789012345678,
                  "eventId": "e7",
                  "kind": "photo",
                  "ulid": "01J",
                  "_sync": {"table": "photos-dev", "pk": "EVT#e7", "sk": "PHOTO#01J", "omitted": ["price"]}
                }

            deleted → index trash
              action    delete EVT#e7#PHOTO#01J if it is there
              key       pk EVT#{eventId}   sk PHOTO#{ulid}
              where     ✗ isDeleted is absent, not true

            Entities of other keys
              album  sk 'PHOTO#01J' does not match ALBUM
            """);
  }

  @Test
  void aModificationIsShownByWhatItChanges() {
    String old =
        file(
            "old.json",
            """
            {"PK": "EVT#e7", "SK": "PHOTO#01J", "EntityType": "PHOTO", "status": "pending", "gone": 1,
             "_id": 7, "admin": {"geo.hash": "d5"}, "isDeleted": false}
            """);
    assertThat(explain(folder.resolve("item.json").toString(), "--old", old)).isZero();
    assertThat(out.toString())
        .startsWith("Modified EVT#e7 / PHOTO#01J\n")
        .contains(
            "before    a document that differs in: -gone -isDeleted +name +size ~status\n",
            "before    no document: isDeleted is false, not true\n");
  }

  @Test
  void aModificationOfWhatIsLeftOutChangesNothing() {
    String old = file("old.json", ITEM.replace("\"secret\": 1", "\"secret\": 2"));
    assertThat(explain(folder.resolve("item.json").toString(), "--old", old)).isZero();
    assertThat(out.toString()).contains("before    the same document\n");
  }

  @Test
  void aSoftDeleteIsADelete() {
    String item = file("deleted.json", ITEM.replace("\"done\"", "\"failed\", \"isDeleted\": true"));
    assertThat(explain(item, "--old", folder.resolve("item.json").toString())).isZero();
    assertThat(out.toString())
        .contains(
            """
            photo → index photos
              action    delete EVT#e7#PHOTO#01J if it is there
              key       pk EVT#{eventId}   sk PHOTO#{ulid}
              where     ✓ EntityType is "PHOTO"
                        ✗ status is "failed", not one of "pending", "done"
              unless    ✗ isDeleted is true
              before    a document, which goes
            """);
  }

  @Test
  void anItemThatMovesToAnotherEntityOfTheIndexIsNotSaidToStay() {
    file("config.yml", CONFIG.replace("index: trash", "index: photos").replace("  trash:\n", ""));
    String item = file("deleted.json", ITEM.replace("\"done\"", "\"done\", \"isDeleted\": true"));
    assertThat(explain(item, "--old", folder.resolve("item.json").toString()))
        .as("%s", err)
        .isZero();
    assertThat(out.toString())
        .contains(
            "action    none: deleted decides about this document\n",
            "before    this entity's document\n",
            "deleted → index photos\n  action    index EVT#e7#PHOTO#01J\n");
  }

  @Test
  void aRemovalIsADeleteWhereverTheKeyMatches() {
    String key = file("key.json", "{\"PK\": {\"S\": \"EVT#e7\"}, \"SK\": {\"S\": \"PHOTO#01J\"}}");
    assertThat(explain("--remove", key)).isZero();
    assertThat(out.toString())
        .startsWith("Removed EVT#e7 / PHOTO#01J\n")
        .contains("read as   DynamoDB JSON\n")
        .contains("photo → index photos\n  action    delete EVT#e7#PHOTO#01J if it is there\n")
        .contains("deleted → index trash\n  action    delete EVT#e7#PHOTO#01J if it is there\n")
        .doesNotContain("before");
  }

  @Test
  void aRejectedItemIsExplainedWell() {
    String item = file("bad.json", ITEM.replaceFirst("\"1234[0-9]*\"", "\"big\""));
    assertThat(explain(item)).isZero();
    assertThat(out.toString())
        .contains(
            "action    reject EVT#e7#PHOTO#01J, a dead letter: the field 'size': \"big\" is no number\n")
        .doesNotContain("document");
  }

  @Test
  void anItemThatNoEntityTakesIsSaidToBeSo() {
    String item = file("other.json", ITEM.replace("PHOTO#01J", "VIDEO"));
    assertThat(explain(item)).isZero();
    assertThat(out.toString())
        .endsWith(
            """

            No entity takes this key
              photo    sk 'VIDEO' does not match PHOTO#{ulid}
              deleted  sk 'VIDEO' does not match PHOTO#{ulid}
              album    sk 'VIDEO' does not match ALBUM
            """);
  }

  @Test
  void theVersionCanBeTold() {
    String item = folder.resolve("item.json").toString();
    assertThat(
            explain(item, "--at", "2025-10-09T10:53:20+02:00", "--seq", "111500000000006077105867"))
        .isZero();
    assertThat(out.toString())
        .contains("version   " + ((1760000000L << 30) + 1115) + "\n")
        .contains("\"seq\": \"111500000000006077105867\"")
        .contains("\"time\": \"2025-10-09T08:53:20Z\"")
        .doesNotContain("\"stream\"");
  }

  @Test
  void programsGetTheActionsAsJson() {
    assertThat(explain("--json", folder.resolve("item.json").toString())).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            {
              "actions": [
                {
                  "entity": "photo",
                  "index": "photos",
                  "action": "index",
                  "id": "EVT#e7#PHOTO#01J",
                  "document": {
                    "EntityType": "PHOTO",
                    "status": "done",
                    "name": "Über 🌤",
                    "_id_": 7,
                    "admin": {"geo%2Ehash": "d5"},
                    "size": 12345678901234567890123456789012345678,
                    "eventId": "e7",
                    "kind": "photo",
                    "ulid": "01J",
                    "_sync": {"table": "photos-dev", "pk": "EVT#e7", "sk": "PHOTO#01J", "omitted": ["price"]}
                  }
                },
                {
                  "entity": "deleted",
                  "index": "trash",
                  "action": "delete",
                  "id": "EVT#e7#PHOTO#01J",
                  "reason": "isDeleted is absent, not true"
                },
                {
                  "entity": "album",
                  "index": "photos",
                  "action": "skip",
                  "id": "EVT#e7#PHOTO#01J",
                  "reason": "sk 'PHOTO#01J' does not match ALBUM"
                }
              ]
            }
            """);
  }

  @Test
  void ofTwoEntitiesForOneDocumentTheOtherOneDoesNothing() {
    file("config.yml", CONFIG.replace("index: trash", "index: photos").replace("  trash:\n", ""));
    assertThat(explain(folder.resolve("item.json").toString())).isZero();
    assertThat(out.toString())
        .contains("photo → index photos\n  action    index EVT#e7#PHOTO#01J\n")
        .contains("deleted → index photos\n  action    none: photo decides about this document\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      --table pictures item.json    | 2 | --table: 'pictures' is not in the config; it has photos
      --table phtos item.json       | 2 | --table: 'phtos' is not in the config; did you mean 'photos'?
      --at 2025-10-09 --seq 1 item.json | 2 | '2025-10-09' is not a time such as 2025-10-09T08:53:20Z
      --at 2025-10-09T08:53:20Z --seq x item.json | 2 | 'x' is not made of digits
      --at 2025-10-09T08:53:20Z item.json | 2 | --seq=NUMBER
      --old item.json --remove item.json | 2 | are mutually exclusive
      --format yaml item.json       | 2 | 'yaml' is neither dynamodb nor plain
      --json                        | 2 | Missing required parameter: 'ITEM.json'
      nowhere.json                  | 1 | nowhere.json  no such file; check the path
      config.yml                    | 1 | config.yml:1:1  not valid JSON: Unrecognized token 'application'
      --format dynamodb item.json   | 1 | item.json  PK: is not of the form {"S": …}
      """)
  void whatCannotBeExplainedSaysWhy(String args, int exit, String problem) {
    String[] all = args.replaceAll("(\\S+\\.(json|yml))", folder.toString() + "/$1").split(" ");
    assertThat(explain(all)).isEqualTo(exit);
    assertThat(err.toString()).contains(problem);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aConfigWithMistakesIsRefusedWithAllOfThem() {
    file("config.yml", CONFIG.replace("include: [none]", "inclued: [none]"));
    assertThat(explain(folder.resolve("item.json").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("inclued: unknown key; did you mean 'include'?");
  }
}
