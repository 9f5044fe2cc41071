package dev.tributary.config;

import static dev.tributary.config.ConfigFile.FULL;
import static dev.tributary.config.ConfigFile.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tributary.change.Value;
import dev.tributary.entity.AttributePath;
import dev.tributary.entity.Condition;
import dev.tributary.entity.Conversion;
import dev.tributary.entity.Criterion;
import dev.tributary.entity.FieldRule;
import dev.tributary.entity.FieldRule.Source;
import dev.tributary.entity.IdForm;
import dev.tributary.entity.KeyPattern;
import dev.tributary.entity.KeyRule;
import dev.tributary.entity.Pull;
import dev.tributary.entity.Rule;
import dev.tributary.entity.Shape;
import dev.tributary.entity.Swapped;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EntityReaderTest {
  @TempDir Path folder;

  @Test
  void everyKeyOfAnEntityIsRead() {
    Rule rule = new ConfigFile(folder).read(FULL).entities().get("place").rule();
    assertThat(rule)
        .isEqualTo(
            new Rule(
                new KeyRule(
                    KeyPattern.parse("PLACE#{placeId}"), Optional.of(KeyPattern.parse("PLACE"))),
                List.of(
                    condition("kind", in(new Value.Text("place"))),
                    condition(
                        "status",
                        in(new Value.Text("open"), new Value.Numeric("1"), new Value.Bool(true))),
                    condition("admin.country", in(new Value.Text("MX"))),
                    condition("admin.city", in(new Value.Text("Cancún"), new Value.Text("Tulum"))),
                    condition("loc", new Criterion.Exists()),
                    condition("hidden", new Criterion.Absent()),
                    condition("source", new Criterion.Prefix("wiki"))),
                List.of(condition("isDeleted", in(new Value.Bool(true)))),
                new Shape(
                    List.of(path("name"), path("loc"), path("admin.*")),
                    List.of(path("GSI*"), path("admin.secret")),
                    Set.of("ext_ids"),
                    Map.of(path("loc"), path("position.point")),
                    List.of(
                        new FieldRule(
                            path("type"), new Source.Constant(new Value.Text("place")), false),
                        new FieldRule(
                            path("expires"),
                            new Source.Converted(Optional.of(path("TTL")), Conversion.DATE),
                            true),
                        new FieldRule(
                            path("point"),
                            new Source.Point(path("loc.lat"), path("loc.lon")),
                            false),
                        new FieldRule(
                            path("title"),
                            new Source.Joined(List.of(path("name"), path("admin.city")), ", "),
                            false)),
                    List.of(
                        new Pull(
                            path("outline"),
                            Pull.Source.ITEM,
                            new Pull.Geometry(
                                "shape",
                                Optional.of("box"),
                                Optional.of("center"),
                                Swapped.REPAIR)),
                        object(
                            "boundaryUrl",
                            new Pull.Geometry(
                                "shape",
                                Optional.of("frame"),
                                Optional.of("middle"),
                                Swapped.KEEP)),
                        object(
                            "asset_url",
                            new Pull.Json(
                                Map.of("dialogs", path("dialogs"), "speech", path("speech")))),
                        object(
                            "words_url",
                            new Pull.Json(
                                Map.of(
                                    "gist",
                                    path("summary.summary"),
                                    "words",
                                    path("keywords.word")))),
                        object("textUrl", new Pull.Text("body")))),
                IdForm.ESCAPED,
                true));
  }

  @Test
  void booleansAreThoseOfYaml() {
    String yaml = with(FULL, "isDeleted: true", "isDeleted: [True, FALSE, 'True', yes]");
    assertThat(new ConfigFile(folder).read(yaml).entities().get("place").rule().unless())
        .containsExactly(
            condition(
                "isDeleted",
                in(
                    new Value.Bool(true),
                    new Value.Bool(false),
                    new Value.Text("True"),
                    new Value.Text("yes"))));
  }

  /** Each in place of the table, index and nothing else of an entity. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      key: {pk: 'A#{id'} | .key.pk: 'A#{id' has a { that is never closed; write \\{ for an ordinary one
      key: {pk: '{a}#{a}'} | .key.pk: has the capture {a} twice
      key: {pk: '{a}', sk: 'X#{a}'} | .key.sk: pk has a capture {a} already; write {} here
      where: {a*: 1} | .where.a*: names one attribute, so it has no *; write \\* for a star in a name
      where: {a..b: 1} | .where.a..b: 'a..b' has an empty name in it; write \\. for a dot that belongs to a name
      where: {a: } | .where.a: empty; write a value, a list, or one of {exists: true}, {absent: true}, {prefix: text}
      where: {a: []} | .where.a: an empty list, which nothing is in; add values
      where: {a: {exist: true}} | .where.a.exist: unknown key; did you mean 'exists'?
      where: {a: {exists: false}} | .where.a.exists: 'false' can only be true; for its opposite use where or unless
      where: {a: {exists: true, prefix: x}} | .where.a: asks for two things; one is enough: write a value, a list, or one of {exists: true}, {absent: true}, {prefix: text}
      where: [a] | .where: expected a map of keys and values, found a list
      include: name | .include: expected a list such as [a, b], found the text 'name'
      exclude: ['a\\'] | .exclude: 'a\\' has a \\ before nothing that needs one; write \\\\ for a backslash
      exclude: [{a: b}] | .exclude: expected a single value, found a map
      rename: {a: _id} | .rename.a: '_id' is no name for a field in OpenSearch; choose another, without dots and %
      rename: {a: b*} | .rename.a: 'b*' names one field, so it has no *
      fields: {_id: {value: 1}} | .fields._id: '_id' is no name for a field in OpenSearch; choose another, without dots and %
      fields: {a: 1} | .fields.a: expected a map of keys and values, found the number '1'
      fields: {a: {form: b}} | .fields.a.form: unknown key; did you mean 'from'?
      fields: {a: {from: b, as: dat}} | .fields.a.as: 'dat' is not known; did you mean 'date'?
      fields: {a: {from: b, value: 1}} | .fields.a: is made in two ways; write one of {value: x}, {from: attribute}, {as: conversion}, {lat: a, lon: b}, {join: [a, b]}
      fields: {a: {lat: b}} | .fields.a.lon: missing; a point needs lat and lon
      fields: {a: {from: 'b.*'}} | .fields.a.from: 'b.*' names one attribute, so it has no *
      fields: {a: {join: [b, 'c*']}} | .fields.a.join: 'c*' names one attribute, so it has no *
      flatten: [a.b] | .flatten: 'a.b' names an attribute at the top of the item, without . and *; maps in it go with it
      fields: {a: {as: date, onError: drop}} | .fields.a.onError: 'drop' is not known; write reject, omit
      geometry: {a: {swapped: fix}} | .geometry.a.swapped: 'fix' is not known; write reject, repair, keep
      geometry: {a.b: {}} | .geometry.a.b.field: missing; name the field at the top of the document that it becomes
      geometry: {a: {centroid: _id}} | .geometry.a.centroid: '_id' is no name for a field at the top of a document
      geometry: {a: {centroid: a}} | .geometry.a: fills the field 'a' twice; name another
      geometry: {a: {}, b: {field: a}} | .geometry.b: fills the field 'a' as 'a' does; name another
      objects: {a: } | .objects.a: says nothing; write one of {geometry: field}, {json: [field, field]}, {text: field}
      objects: {a: {json: []}} | .objects.a: says nothing; write one of {geometry: field}, {json: [field, field]}, {text: field}
      objects: {a: {json: {}}} | .objects.a: says nothing; write one of {geometry: field}, {json: [field, field]}, {text: field}
      objects: {a: shape} | .objects.a: expected a map of keys and values, found the text 'shape'
      objects: [a] | .objects: expected a map of keys and values, found a list
      objects: {a: {geometrie: b}} | .objects.a.geometrie: unknown key; did you mean 'geometry'?
      objects: {a: {geometrie: b, envelope: c}} | .objects.a.geometrie: unknown key; did you mean 'geometry'?
      objects: {a: {geometry: b, text: c}} | .objects.a: is read in two ways; write one of {geometry: field}, {json: [field, field]}, {text: field}
      objects: {a: {text: b, centroid: c}} | .objects.a.centroid: 'c' is for a shape; it needs the key geometry
      objects: {a: {envelope: b}} | .objects.a: says nothing; write one of {geometry: field}, {json: [field, field]}, {text: field}
      objects: {a*: {text: b}} | .objects.a*: names one attribute, so it has no *; write \\* for a star in a name
      objects: {a: {text: _id}} | .objects.a.text: '_id' is no name for a field at the top of a document
      objects: {a: {geometry: b.c}} | .objects.a.geometry: 'b.c' is no name for a field at the top of a document
      objects: {a: {geometry: b, swapped: fix}} | .objects.a.swapped: 'fix' is not known; write reject, repair, keep
      objects: {a: {json: b}} | .objects.a.json: expected a list such as [a, b], found the text 'b'
      objects: {a: {json: [b, b]}} | .objects.a.json: 'b' is there twice; keep one
      objects: {a: {json: [b.c]}} | .objects.a.json: 'b.c' is no name for a field at the top of a document
      objects: {a: {json: ['b*']}} | .objects.a.json: 'b*' names one attribute, so it has no *
      objects: {a: {json: {b: }}} | .objects.a.json.b: empty; name its path in the JSON object
      objects: {a: {json: {_id: b}}} | .objects.a.json._id: '_id' is no name for a field at the top of a document
      objects: {a: {json: {b: c.*}}} | .objects.a.json.b: 'c.*' names one attribute, so it has no *
      objects: {a: {text: c}, b: {json: [c]}} | .objects.b: fills the field 'c' as 'a' does; name another
      geometry: {a: {centroid: c}}, objects: {b: {text: c}} | .objects.b: fills the field 'c', as geometry.a does, but not 'a'; fill both or none
      id: hashed | .id: 'hashed' is not known; write literal, escaped
      clash: accept | .clash: 'accept' is not known; did you mean 'accepted'?
      """)
  void aMistakeInAnEntityIsShownWithItsPlaceAndItsRule(String said, String problem) {
    assertThat(problems(said)).singleElement().asString().endsWith("entities.place" + problem);
  }

  @Test
  void anItemMayHoldAShapeOrNameIt() {
    assertThat(problems("geometry: {a: {centroid: c}}, objects: {b: {geometry: a, centroid: c}}"))
        .isEmpty();
    assertThat(problems("geometry: {a: {field: b, centroid: c}}, objects: {d: {json: [b, c]}}"))
        .isEmpty();
  }

  private List<String> problems(String said) {
    String clash = said.startsWith("clash") ? "" : "    clash: accepted\n";
    return new ConfigFile(folder)
        .problems(
            """
            application: places
            opensearch: {url: http://localhost:9200}
            tables: {places: {key: {pk: PK, sk: SK}}}
            indexes: {places: }
            objects: {buckets: {places: }}
            entities:
              place:
                table: places
                index: places
            """
                + clash
                + "    "
                + said.replace("}, objects", "}\n    objects")
                + "\n");
  }

  private static Pull object(String from, Pull.Content content) {
    return new Pull(path(from), Pull.Source.OBJECT, content);
  }

  private static Criterion in(Value... values) {
    return new Criterion.In(List.of(values));
  }

  private static Condition condition(String path, Criterion criterion) {
    return new Condition(path(path), criterion);
  }

  private static AttributePath path(String text) {
    return AttributePath.parse(text);
  }
}
