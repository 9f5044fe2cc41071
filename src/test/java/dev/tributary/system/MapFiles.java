package dev.tributary.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The features of all GeoJSON files of a folder. */
final class MapFiles {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * @param file without its ending
   * @param number its place in the file
   */
  record MapFeature(String file, int number, JsonNode json, Drawn drawn) {

    String id() {
      return file + "#" + number;
    }
  }

  private MapFiles() {}

  static List<MapFeature> read(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".geojson"))
          .sorted()
          .flatMap(file -> features(file).stream())
          .toList();
    }
  }

  private static List<MapFeature> features(Path path) {
    String file = path.getFileName().toString().replace(".geojson", "");
    List<MapFeature> features = new ArrayList<>();
    try {
      for (JsonNode feature : JSON.readTree(path.toFile()).required("features")) {
        features.add(new MapFeature(file, features.size(), feature, Drawn.of(feature)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return features;
  }
}
