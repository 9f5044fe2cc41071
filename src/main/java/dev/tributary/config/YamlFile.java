package dev.tributary.config;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** From a path to the one YAML map in it. What stops that is the only problem reported. */
final class YamlFile {
  private static final LoadSettings YAML =
      LoadSettings.builder().setSchema(new CoreSchema()).setParseComments(false).build();

  private YamlFile() {}

  static MappingNode read(Path file, Problems problems) {
    String text = text(file, problems);
    try {
      return onlyMap(new Compose(YAML).composeAllFromString(text).iterator(), problems);
    } catch (MarkedYamlEngineException e) {
      throw problems.only(Place.of(e.getProblemMark()), "not valid YAML: " + reason(e));
    } catch (ReaderException e) {
      throw problems.only(
          placeOf(e.getPosition(), text),
          "not valid YAML: the character U+%04X is not allowed; remove it"
              .formatted(e.getCodePoint()));
    } catch (YamlEngineException e) {
      throw problems.only(Place.FILE, "not valid YAML: " + e.getMessage());
    } catch (StackOverflowError e) {
      // The parser calls itself for each level and has no bound of its own.
      throw problems.only(Place.FILE, "is nested too deeply; look for a run of [ or {");
    }
  }

  private static String text(Path file, Problems problems) {
    if (!Files.exists(file)) {
      throw problems.only(Place.FILE, "no such file; check the path");
    }
    if (Files.isDirectory(file)) {
      throw problems.only(Place.FILE, "is a folder; name the config file in it");
    }
    if (!Files.isReadable(file)) {
      throw problems.only(Place.FILE, "cannot be read; give this user the right to read it");
    }
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw problems.only(Place.FILE, "is not UTF-8 text; save it as UTF-8");
    } catch (IOException e) {
      throw problems.only(Place.FILE, "cannot be read: " + e.getMessage());
    }
  }

  private static MappingNode onlyMap(Iterator<Node> documents, Problems problems) {
    if (!documents.hasNext()) {
      throw empty(problems);
    }
    Node first = documents.next();
    if (documents.hasNext()) {
      throw problems.only(
          Place.of(documents.next().getStartMark()).wholeLine(),
          "a second document starts here; keep one, and remove the line '---' between them");
    }
    if (Nodes.isNull(first)) {
      throw empty(problems);
    }
    if (first instanceof MappingNode map) {
      return map;
    }
    throw problems.only(
        Place.of(first.getStartMark()),
        "expected a map of keys and values, found " + Nodes.describe(first));
  }

  private static InvalidConfigException empty(Problems problems) {
    return problems.only(Place.FILE, "is empty; docs/config.md shows an example to start from");
  }

  /** Without the library's snippet of the file, and without names from it: either may be secret. */
  private static String reason(MarkedYamlEngineException e) {
    if (e.getProblem().startsWith("found undefined alias")) {
      return "an alias (*) without its anchor (&); put a value that starts with * in quotes";
    }
    return e.getProblem().strip()
        + "; check the indentation, and put values with special characters in quotes";
  }

  private static Place placeOf(int codePoint, String text) {
    String before = text.substring(0, text.offsetByCodePoints(0, codePoint));
    int line = (int) before.lines().count() + (before.isEmpty() || before.endsWith("\n") ? 1 : 0);
    return new Place(line, before.length() - before.lastIndexOf('\n'));
  }
}
