package dev.tributary.enrich.objects;

import dev.tributary.enrich.objects.FetchResult.Fetched;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The objects that were used last, as many as fit. What is in it is never used unasked: S3 is told
 * its ETag, and says whether it is still the object. Thread-safe.
 */
final class ByteCache {

  /** What an entry takes beside its bytes, roughly: many small objects must count, too. */
  private static final int OVERHEAD = 512;

  private final long capacity;
  private final Map<ObjectReference, Fetched> entries = new LinkedHashMap<>(16, 0.75f, true);
  private long used;

  ByteCache(long capacity) {
    this.capacity = capacity;
  }

  synchronized Optional<Fetched> find(ObjectReference reference) {
    return Optional.ofNullable(entries.get(reference));
  }

  synchronized void put(ObjectReference reference, Fetched object) {
    remove(reference);
    long size = weight(reference, object);
    if (object.etag().isEmpty() || size > capacity) {
      return;
    }
    entries.put(reference, object);
    used += size;
    Iterator<Map.Entry<ObjectReference, Fetched>> oldest = entries.entrySet().iterator();
    while (used > capacity) {
      Map.Entry<ObjectReference, Fetched> entry = oldest.next();
      used -= weight(entry.getKey(), entry.getValue());
      oldest.remove();
    }
  }

  synchronized void remove(ObjectReference reference) {
    Fetched removed = entries.remove(reference);
    if (removed != null) {
      used -= weight(reference, removed);
    }
  }

  synchronized long used() {
    return used;
  }

  private static long weight(ObjectReference reference, Fetched object) {
    return OVERHEAD + 2L * reference.key().length() + object.bytes().size();
  }
}
