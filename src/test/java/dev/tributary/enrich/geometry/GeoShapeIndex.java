package dev.tributary.enrich.geometry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tributary.local.RawOpenSearch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.locationtech.jts.geom.Coordinate;

/** A real index with a geo_shape, its envelope and its centroid. */
final class GeoShapeIndex {

  private static final String MAPPING =
      """
      {"mappings": {"dynamic": "strict", "properties": {"shape": {"type": "geo_shape"},
        "envelope": {"type": "geo_shape"}, "centroid": {"type": "geo_point"}}}}
      """;

  private static final int AT_ONCE = 200;

  private final RawOpenSearch raw;
  private final String name = RawOpenSearch.newName();

  GeoShapeIndex(RawOpenSearch raw) {
    this.raw = raw;
    raw.ask("PUT", "/" + name, MAPPING);
  }

  /** What was refused, by its number, with OpenSearch's words. */
  Map<Integer, String> write(Map<Integer, Prepared> shapes) {
    Map<Integer, String> refused = new LinkedHashMap<>();
    StringBuilder bulk = new StringBuilder();
    int waiting = 0;
    for (Map.Entry<Integer, Prepared> shape : shapes.entrySet()) {
      bulk.append("{\"index\":{\"_id\":\"%d\"}}%n".formatted(shape.getKey()))
          .append(document(shape.getValue()))
          .append('\n');
      if (++waiting % AT_ONCE == 0 || waiting == shapes.size()) {
        JsonNode answer = raw.ask("POST", "/" + name + "/_bulk?refresh=true", bulk.toString());
        for (JsonNode item : answer.required("items")) {
          JsonNode error = item.at("/index/error");
          if (!error.isMissingNode()) {
            refused.put(item.at("/index/_id").asInt(), error.toString());
          }
        }
        bulk.setLength(0);
      }
    }
    return refused;
  }

  private static String document(Prepared prepared) {
    return Shapes.json(
        out -> {
          out.writeStartObject();
          out.writeFieldName("shape");
          prepared.writeShape(out);
          out.writeFieldName("envelope");
          prepared.writeEnvelope(out);
          if (prepared.centroid().isPresent()) {
            out.writeFieldName("centroid");
            prepared.centroid().get().write(out);
          }
          out.writeEndObject();
        });
  }

  record Question(int shape, Coordinate point) {}

  /** Whether each shape holds its point, in the order of the questions. */
  List<Boolean> holds(List<Question> questions) {
    List<Boolean> answers = new ArrayList<>();
    StringBuilder search = new StringBuilder();
    for (int i = 0; i < questions.size(); i++) {
      Question question = questions.get(i);
      search.append(
          """
          {}
          {"size": 0, "query": {"bool": {"filter": [{"ids": {"values": ["%d"]}},
          {"geo_shape": {"shape": {"relation": "intersects", "shape": {"type": "Point", "coordinates": [%s, %s]}}}}]}}}
          """
              .formatted(question.shape, question.point.x, question.point.y)
              .replace("},\n", "},"));
      if ((i + 1) % AT_ONCE == 0 || i + 1 == questions.size()) {
        JsonNode answer = raw.ask("POST", "/" + name + "/_msearch", search.toString());
        for (JsonNode response : answer.required("responses")) {
          answers.add(response.required("hits").required("total").required("value").asInt() == 1);
        }
        search.setLength(0);
      }
    }
    return answers;
  }
}
