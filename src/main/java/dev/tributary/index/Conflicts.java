package dev.tributary.index;

import java.util.List;
import java.util.function.BiConsumer;

/** Decides about writes that OpenSearch refused because the document is at a higher version. */
public interface Conflicts {

  /**
   * Takes them and returns at once; each is answered later, on any thread.
   *
   * @param resolved told once for each write
   */
  void resolve(List<Write> refused, BiConsumer<Write, Outcome> resolved);
}
