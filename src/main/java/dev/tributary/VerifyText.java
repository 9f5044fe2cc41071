package dev.tributary;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.backfill.Deviation;
import dev.tributary.backfill.Deviation.Kind;
import dev.tributary.backfill.VerifySummary;
import java.util.Locale;

/**
 * What {@code verify} prints: keys, never what items hold.
 *
 * @param json one object a line, for programs
 */
record VerifyText(boolean json) {

  private static final ObjectMapper JSON = new ObjectMapper();

  String line(Deviation deviation) {
    return json ? object(deviation).toString() : text(deviation);
  }

  private static String text(Deviation deviation) {
    String item =
        deviation
            .item()
            .map(
                of ->
                    "table %s, %s%s"
                        .formatted(of.table(), of.pk(), of.sk().map(sk -> " / " + sk).orElse("")))
            .orElse("no item");
    return plain(
        "%-9s %s  %s%s"
            .formatted(
                deviation.kind().word(),
                deviation.document(),
                item,
                deviation.mended().map(VerifyText::text).orElse("")));
  }

  private static String text(Deviation.Mended mended) {
    return switch (mended) {
      case YES -> "  repaired";
      case WAITING -> "  repaired, and waits for objects";
      case REFUSED -> "  refused, kept as a dead letter";
      case CONTESTED -> "  not repaired: two items have this id";
    };
  }

  /** A key may hold line breaks, and each difference is one line. */
  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }

  private static ObjectNode object(Deviation deviation) {
    ObjectNode object =
        JSON.createObjectNode()
            .put("kind", deviation.kind().word())
            .put("index", deviation.document().index())
            .put("id", deviation.document().id());
    deviation
        .item()
        .ifPresent(
            item -> {
              object.put("table", item.table()).put("pk", item.pk());
              item.sk().ifPresent(sk -> object.put("sk", sk));
            });
    deviation.mended().ifPresent(mended -> object.put("repaired", deviation.repaired()));
    return object;
  }

  String summary(VerifySummary summary) {
    return json ? object(summary).toString() : text(summary);
  }

  private static String text(VerifySummary summary) {
    StringBuilder text = new StringBuilder();
    text.append(summary.complete() ? "" : "Ended early. ");
    text.append(
        "%d items, %d documents: %d expected, %d equal"
            .formatted(summary.items(), summary.documents(), summary.expected(), summary.equal()));
    for (Kind kind : Kind.values()) {
      text.append(", %d %s".formatted(summary.found().get(kind), kind.word()));
    }
    text.append(", %d listed, %d changing".formatted(summary.listed(), summary.changing()));
    text.append(
        String.format(
            Locale.ROOT,
            "; %d looked at again, %d repaired, %.1f read units, %.1f s",
            summary.lookedAtAgain(),
            summary.repaired(),
            summary.readUnits(),
            summary.seconds()));
    return text.toString();
  }

  private static ObjectNode object(VerifySummary summary) {
    ObjectNode object =
        JSON.createObjectNode()
            .put("kind", "summary")
            .put("complete", summary.complete())
            .put("items", summary.items())
            .put("documents", summary.documents())
            .put("expected", summary.expected())
            .put("equal", summary.equal());
    for (Kind kind : Kind.values()) {
      object.put(kind.word(), summary.found().get(kind));
    }
    return object
        .put("listed", summary.listed())
        .put("changing", summary.changing())
        .put("lookedAtAgain", summary.lookedAtAgain())
        .put("repaired", summary.repaired())
        .put("readUnits", Math.round(summary.readUnits() * 10) / 10.0)
        .put("seconds", Math.round(summary.seconds() * 10) / 10.0);
  }
}
