package dev.tributary.explain;

import java.io.PrintWriter;
import java.util.List;

/** Lines with a label before them, all starting in one column. */
final class Lines {
  private static final int LABEL = 10;

  private final PrintWriter out;
  private final Paint paint;

  Lines(PrintWriter out, Paint paint) {
    this.out = out;
    this.paint = paint;
  }

  Paint paint() {
    return paint;
  }

  /** A line of its own. */
  void line(String text) {
    out.println(text);
  }

  void labelled(String label, String text) {
    out.println("  " + paint.faint(text.isEmpty() ? label : padded(label, LABEL)) + text);
  }

  /** The label stands once; without lines there is nothing to label. */
  void labelled(String label, List<String> lines) {
    for (int i = 0; i < lines.size(); i++) {
      labelled(i == 0 ? label : "", lines.get(i));
    }
  }

  static String padded(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
