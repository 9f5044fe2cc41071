package dev.tributary.enrich;

import dev.tributary.enrich.geometry.Prepared;
import dev.tributary.entity.Pull;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What became of one need of a document. */
sealed interface Part {

  /** The object that it is made from; absent where that lies in the item. */
  Optional<Origin> object();

  /**
   * Where it comes from, for {@code _sync.objects}.
   *
   * @param attribute the one that names the object
   * @param etag of what was read; absent where nothing was
   * @param pending whether the object, as it is now, could not be read
   */
  record Origin(String attribute, String reference, Optional<String> etag, boolean pending) {
    public Origin {
      Objects.requireNonNull(attribute, "attribute");
      Objects.requireNonNull(reference, "reference");
      Objects.requireNonNull(etag, "etag");
    }
  }

  /** A shape, as far as the ladder was climbed. */
  record Shape(Pull.Geometry content, Prepared prepared, Optional<Origin> object) implements Part {}

  /**
   * Fields of a JSON object, a text, or nothing at all.
   *
   * @param fields as JSON
   */
  record Fields(Map<String, byte[]> fields, Optional<Origin> object) implements Part {}

  /** An object that is not there. Its fields are left out, unless the stored document has them. */
  record Absent(Pull pull, Lacking lacking) implements Part {
    @Override
    public Optional<Origin> object() {
      return Optional.of(
          new Origin(lacking.attribute(), lacking.reference(), Optional.empty(), true));
    }
  }

  /**
   * The same, with what the stored document has of it.
   *
   * @param fields as JSON
   * @param shape what {@code _sync.geometry} says of it, as JSON
   */
  record Kept(Map<String, byte[]> fields, Optional<byte[]> shape, Origin kept, Lacking lacking)
      implements Part {
    @Override
    public Optional<Origin> object() {
      return Optional.of(kept);
    }
  }
}
