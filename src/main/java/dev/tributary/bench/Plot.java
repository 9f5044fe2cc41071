package dev.tributary.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A report as bars, in an SVG that browsers show by themselves. */
final class Plot {

  private static final int NAMES = 210;
  private static final int BARS = 300;
  private static final int FIGURES = 90;
  private static final int ROW = 22;
  private static final int HEADING = 34;

  private final StringBuilder shapes = new StringBuilder();
  private int height = 10;

  private Plot() {}

  static String of(Report report) {
    Plot plot = new Plot();
    Map<String, Double> rates = byTitle(report, Run::recordsPerSecond);
    if (!rates.isEmpty()) {
      plot.panel("records a second", rates);
      plot.panel("CPU of a record, whole process, µs", byTitle(report, Run::cpuMicros));
      plot.panel("peak RSS, MB", byTitle(report, Run::peakRssMb));
    }
    Map<String, Map<String, Double>> others = new LinkedHashMap<>();
    for (Figure figure : report.figures()) {
      others
          .computeIfAbsent(figure.unit(), unit -> new LinkedHashMap<>())
          .put(figure.title(), figure.value());
    }
    others.forEach(plot::panel);
    return plot.svg(report.profile().title() + ", " + report.records() + " records");
  }

  private static Map<String, Double> byTitle(Report report, ToDoubleFunction<Run> figure) {
    Map<String, List<Double>> all = new LinkedHashMap<>();
    report
        .runs()
        .forEach(
            run ->
                all.computeIfAbsent(run.title(), title -> new ArrayList<>())
                    .add(figure.applyAsDouble(run)));
    Map<String, Double> medians = new LinkedHashMap<>();
    all.forEach(
        (title, values) ->
            medians.put(
                title,
                Figures.median(
                    values.stream().mapToDouble(Double::doubleValue).sorted().toArray())));
    return medians;
  }

  private void panel(String title, Map<String, Double> values) {
    double most = values.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
    text(10, height + 16, "bold", title);
    height += HEADING - 8;
    values.forEach((name, value) -> bar(name, value, most));
    height += 8;
  }

  private void bar(String name, double value, double most) {
    double width = most > 0 ? Math.max(1, BARS * value / most) : 1;
    text(10, height + 15, "normal", name);
    shapes.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
            NAMES,
            height + 3,
            width,
            ROW - 6,
            name.startsWith(Run.Who.WORKER.title()) ? "#1f77b4" : "#b0b7bf"));
    text(
        NAMES + (int) width + 6,
        height + 15,
        "normal",
        String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value));
    height += ROW;
  }

  private void text(int x, int y, String weight, String text) {
    shapes.append(
        "<text x=\"%d\" y=\"%d\" font-weight=\"%s\">%s</text>%n"
            .formatted(x, y, weight, text.replace("&", "&amp;").replace("<", "&lt;")));
  }

  private String svg(String title) {
    int width = NAMES + BARS + FIGURES;
    return """
    <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" font-family="sans-serif" font-size="12">
    <title>%3$s</title>
    <rect width="100%%" height="100%%" fill="#ffffff"/>
    %4$s</svg>
    """
        .formatted(width, height, title, shapes);
  }
}
