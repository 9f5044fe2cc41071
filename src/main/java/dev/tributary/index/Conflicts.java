package dev.tributary.index;

import java.util.List;
import java.util.function.BiConsumer;

/**
 * Settles writes that no bulk can: those that OpenSearch refused because the document is at a
 * higher version, and those of documents that another program writes too.
 */
public interface Conflicts {

  /**
   * Takes them and returns at once; each is answered later, on any thread.
   *
   * @param resolved told once for each write
   */
  void resolve(List<Write> writes, BiConsumer<Write, Outcome> resolved);
}
