package dev.tributary.backfill;

import dev.tributary.change.ItemKey;
import dev.tributary.index.DocumentKey;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.WholeDocument;
import dev.tributary.index.WholeDocuments;
import dev.tributary.sync.Unmapped;
import dev.tributary.table.DeadLetters;
import dev.tributary.table.ItemReads;
import dev.tributary.table.Listings;
import dev.tributary.table.Listings.Place;
import dev.tributary.table.LookedUp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The servers. */
record ServerSources(ItemReads items, WholeDocuments documents, Listings listings)
    implements Sources {

  @Override
  public List<LookedUp> items(String table, List<ItemKey> keys, boolean consistent)
      throws InterruptedException {
    return items.lookUp(table, keys, consistent);
  }

  @Override
  public List<Optional<WholeDocument>> documents(List<DocumentKey> keys)
      throws OpenSearchUnavailableException {
    List<DocumentKey> real = keys.stream().filter(ServerSources::isOfAnIndex).toList();
    Iterator<Optional<WholeDocument>> read =
        real.isEmpty() ? Collections.emptyIterator() : documents.read(real).iterator();
    return keys.stream()
        .map(key -> isOfAnIndex(key) ? read.next() : Optional.<WholeDocument>empty())
        .toList();
  }

  /** Where nobody can say which documents an item asks for, it stands for itself. */
  private static boolean isOfAnIndex(DocumentKey key) {
    return !key.index().equals(DeadLetters.NO_INDEX);
  }

  @Override
  public Set<Doubt> listed(List<Doubt> doubts) throws InterruptedException {
    List<Place> places = new ArrayList<>();
    doubts.forEach(doubt -> places.addAll(places(doubt)));
    Set<Place> listed = listings.of(places);
    Set<Doubt> found = new HashSet<>();
    for (Doubt doubt : doubts) {
      if (places(doubt).stream().anyMatch(listed::contains)) {
        found.add(doubt);
      }
    }
    return found;
  }

  /** Where a record could not even be decoded, a letter stands for all documents of its item. */
  private static List<Place> places(Doubt doubt) {
    List<Place> places = new ArrayList<>(2);
    places.add(place(doubt.document()));
    doubt
        .subject()
        .ifPresent(item -> places.add(place(Unmapped.documentOf(item.table(), item.key()))));
    return places;
  }

  private static Place place(DocumentKey document) {
    return new Place(document.index(), document.id());
  }
}
