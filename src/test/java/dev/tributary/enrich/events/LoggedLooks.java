package dev.tributary.enrich.events;

import dev.tributary.config.ObjectSettings;
import dev.tributary.enrich.objects.ObjectReference;
import dev.tributary.enrich.objects.References;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes down what was looked at, and fails where it is told to. */
final class LoggedLooks implements ObjectEvents.Look {

  /** One bucket, below two prefixes. */
  static final References PARKS =
      new References(
          Map.of(
              "parks",
              new ObjectSettings.Bucket(
                  List.of("boundaries/", "public/"),
                  Optional.empty(),
                  Optional.empty(),
                  false,
                  List.of(),
                  Optional.empty())));

  final List<String> keys = new CopyOnWriteArrayList<>();
  final Set<String> failing = new HashSet<>();

  @Override
  public void at(ObjectReference object) {
    keys.add(object.key());
    if (failing.contains(object.key())) {
      throw new IllegalStateException("OpenSearch is away");
    }
  }
}
