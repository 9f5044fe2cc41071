package dev.tributary.document;

import java.util.Map;
import java.util.Objects;

/** Whether an item belongs to an entity. */
public sealed interface Match {

  /**
   * @param captures what the key's captures hold, by their names
   */
  record Matches(Map<String, String> captures) implements Match {
    public Matches {
      Objects.requireNonNull(captures, "captures");
    }
  }

  /** The key is another entity's: nothing of this item was ever here. */
  record OtherKey(String why) implements Match {
    public OtherKey {
      Objects.requireNonNull(why, "why");
    }
  }

  /** The key fits and the item does not, or no longer: a document of it has to go. */
  record OtherItem(String why) implements Match {
    public OtherItem {
      Objects.requireNonNull(why, "why");
    }
  }

  /** The item is gone, and the key fits. */
  record Gone() implements Match {}
}
