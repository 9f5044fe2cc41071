package dev.tributary.document;

import dev.tributary.change.Fault;
import dev.tributary.entity.Need;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What one change asks of one index. The version belongs to the change, not to its actions: see
 * {@link Version}.
 */
public sealed interface Action {

  /** The name of the entity that asks. */
  String entity();

  /** An action that names a document. */
  sealed interface Targeted extends Action permits Index, Delete, Reject {

    /** The index, by the name that the config gives it. */
    String index();

    String id();
  }

  /**
   * The document is to be there and to look like this.
   *
   * @param needs what it lacks yet
   */
  record Index(String entity, String index, String id, Body body, List<Need> needs)
      implements Targeted {
    public Index(String entity, String index, String id, Body body) {
      this(entity, index, id, body, List.of());
    }

    public Index {
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(index, "index");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(body, "body");
      needs = List.copyOf(needs);
    }
  }

  /** The document is to be gone. */
  record Delete(String entity, String index, String id) implements Targeted {
    public Delete {
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(index, "index");
      Objects.requireNonNull(id, "id");
    }
  }

  /**
   * The document ought to be there and cannot be made: it becomes a dead letter.
   *
   * @param trace where the fault is one of ours
   */
  record Reject(String entity, String index, String id, String reason, Optional<String> trace)
      implements Targeted {
    public Reject(String entity, String index, String id, String reason) {
      this(entity, index, id, reason, Optional.empty());
    }

    public Reject(String entity, String index, String id, Fault fault) {
      this(entity, index, id, fault.reason(), Optional.of(fault.trace()));
    }

    public Reject {
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(index, "index");
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(reason, "reason");
      Objects.requireNonNull(trace, "trace");
    }
  }

  /** The change is nothing to this entity. */
  record Skip(String entity, String reason) implements Action {
    public Skip {
      Objects.requireNonNull(entity, "entity");
      Objects.requireNonNull(reason, "reason");
    }
  }
}
