package dev.tributary.index;

import java.util.Map;
import java.util.Optional;

/**
 * Says into which generation the documents of an index go. Whoever writes asks once for all that it
 * does about one change: what it reads and what it writes then are of one generation. Thread-safe.
 */
public interface Destinations {

  /**
   * Nothing while none may be written to: what is asked of the index has to wait. It answers at
   * once.
   */
  Optional<Generation> of(String index);

  /**
   * Where that which was meant for a generation goes: there, as long as it exists. One that was
   * deleted is replaced by the one that documents of its index go to now.
   */
  default Generation instead(Generation generation) {
    return generation;
  }

  /** The same as {@link #of}, for those who try again later. */
  default Generation require(String index) throws OpenSearchUnavailableException {
    return of(index)
        .orElseThrow(
            () ->
                new OpenSearchUnavailableException(
                    "no generation of the index '" + index + "' has the rules of this config",
                    null));
  }

  /**
   * Looks whether they are others by now.
   *
   * @throws OpenSearchUnavailableException if that cannot be seen: they stay as they were
   */
  default void refresh() throws OpenSearchUnavailableException {}

  /**
   * Always the same ones.
   *
   * @param names of concrete indexes that have their private alias, by the names of the config
   */
  static Destinations fixed(Map<String, String> names) {
    Map<String, String> fixed = Map.copyOf(names);
    return index -> Optional.ofNullable(fixed.get(index)).map(name -> new Generation(index, name));
  }
}
