package dev.tributary.ops.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tributary.ops.http.Answer;
import dev.tributary.ops.http.Routes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** What the page is made of: a few files of the class path, and no others. */
final class PageFiles {

  static final List<String> SCRIPTS =
      List.of("app.js", "tables.js", "text.js", "charts.js", "map.js", "uplot/uPlot.iife.min.js");
  static final List<String> STYLES = List.of("style.css", "uplot/uPlot.min.css");

  private PageFiles() {}

  static void add(Routes routes) {
    Answer page = Answer.page(read("index.html"));
    routes.add("/", "this worker and its fleet, for people", () -> page);
    SCRIPTS.forEach(name -> add(routes, name, "text/javascript; charset=utf-8"));
    STYLES.forEach(name -> add(routes, name, "text/css; charset=utf-8"));
    add(routes, "icon.svg", "image/svg+xml");
    add(routes, "uplot/LICENSE", "text/plain; charset=utf-8");
  }

  private static void add(Routes routes, String name, String type) {
    Answer file = new Answer(200, type, read(name));
    routes.add("/page/" + name, "a part of the page", () -> file);
  }

  private static String read(String name) {
    try (InputStream file = PageFiles.class.getResourceAsStream("/page/" + name)) {
      if (file == null) {
        throw new IllegalStateException("page/" + name + " is missing from the class path");
      }
      return new String(file.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
