package dev.tributary.explain;

import dev.tributary.change.Change;
import dev.tributary.change.Origin;
import dev.tributary.document.Match;
import dev.tributary.document.Version;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** An answer for people: a block for each entity that takes the key, a line for each other. */
public final class TextAnswer {
  private final Answer answer;
  private final Change change;
  private final Lines lines;
  private final Paint paint;

  private TextAnswer(Answer answer, Lines lines) {
    this.answer = answer;
    this.change = answer.asked().change();
    this.lines = lines;
    this.paint = lines.paint();
  }

  public static void print(Answer answer, PrintWriter out, Paint paint) {
    new TextAnswer(answer, new Lines(out, paint)).print();
    out.flush();
  }

  private void print() {
    head();
    EntityBlock block = new EntityBlock(answer.asked(), lines);
    List<Answer.Result> others = new ArrayList<>();
    for (Answer.Result result : answer.results()) {
      if (result.explanation().match() instanceof Match.OtherKey) {
        others.add(result);
      } else {
        lines.line("");
        block.print(result);
      }
    }
    if (!others.isEmpty()) {
      others(others);
    }
  }

  private void head() {
    lines.line(paint.strong(kind() + " " + change.key()));
    lines.labelled("table", change.table());
    lines.labelled("read as", answer.asked().readAs());
    lines.labelled(
        "version",
        change.origin() instanceof Origin.Streamed streamed
            ? String.valueOf(Version.of(streamed))
            : paint.faint(
                "from the stream record, like stream, seq and time in _sync; --at and --seq tell it"));
  }

  private String kind() {
    if (change instanceof Change.Put put) {
      return put.before().isPresent() ? "Modified" : "Put";
    }
    return ((Change.Remove) change).expired() ? "Expired" : "Removed";
  }

  private void others(List<Answer.Result> others) {
    lines.line("");
    lines.line(
        paint.strong(
            others.size() == answer.results().size()
                ? "No entity takes this key"
                : "Entities of other keys"));
    int width = others.stream().mapToInt(o -> o.explanation().entity().length()).max().orElse(0);
    for (Answer.Result other : others) {
      String name = Lines.padded(other.explanation().entity(), width + 2);
      lines.line("  " + name + ((Match.OtherKey) other.explanation().match()).why());
    }
  }
}
