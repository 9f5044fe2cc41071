package dev.tributary;

import dev.tributary.backfill.ExtraConsumer;
import dev.tributary.config.RulesDigest;
import dev.tributary.config.Settings;
import dev.tributary.index.Generation;
import dev.tributary.index.InvalidIndexException;
import dev.tributary.index.OpenSearchUnavailableException;
import dev.tributary.index.Succession;
import dev.tributary.index.Succession.Listed;
import dev.tributary.table.Rebuilds;
import dev.tributary.table.Rebuilds.Rebuild;
import dev.tributary.table.Rebuilds.Step;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Where a rebuild begins, or where one that was begun goes on; and what is left of one. */
final class RebuildStart {

  private final StateDesk desk;
  private final Settings settings;
  private final String index;
  private final Rebuilds rebuilds;
  private final Succession succession;
  private final Consumer<String> lines;

  /**
   * @param settings of the index alone
   */
  RebuildStart(
      StateDesk desk,
      Settings settings,
      String index,
      Rebuilds rebuilds,
      Succession succession,
      Consumer<String> lines) {
    this.desk = desk;
    this.settings = settings;
    this.index = index;
    this.rebuilds = rebuilds;
    this.succession = succession;
    this.lines = lines;
  }

  /** KCL's name for the reader of a rebuild. */
  static String application(StateDesk desk, String index) {
    return desk.settings().application() + "-rebuild-" + index;
  }

  /**
   * The one that was begun before, or a new one.
   *
   * @param dropOld whether old generations are to go: where there are some and the live one is as
   *     this config makes it, there is nothing to rebuild, and nothing is the answer
   */
  Optional<Rebuild> begun(boolean dropOld)
      throws OpenSearchUnavailableException, InvalidIndexException, StartException {
    String rules = RulesDigest.of(settings, index);
    Optional<Path> file = settings.indexes().get(index).mapping();
    String mapping = Succession.digest(file);
    List<Listed> listed = succession.list(index);
    Optional<Rebuild> left = rebuilds.of(index);
    if (left.isPresent() && goesOn(left.get(), listed, rules, mapping)) {
      return left;
    }
    Listed live =
        listed.stream()
            .filter(Listed::live)
            .findFirst()
            .orElseThrow(
                () ->
                    new StartException(
                        List.of(
                            "there is no index behind '%s' yet: a worker makes the first"
                                .formatted(index))));
    boolean oldOnes = listed.stream().anyMatch(one -> !one.live());
    if (dropOld && oldOnes && live.isFor(rules, mapping)) {
      return Optional.empty();
    }
    return Optional.of(begin(live.generation(), file, rules));
  }

  private boolean goesOn(Rebuild left, List<Listed> listed, String rules, String mapping)
      throws StartException {
    Optional<Listed> to =
        listed.stream().filter(one -> one.generation().name().equals(left.to())).findFirst();
    if (to.isEmpty() && left.step() == Step.LOADING) {
      // It died before that was made, or somebody deleted it, and all that was loaded with it.
      lines.accept("there is no %s: the rebuild begins anew".formatted(left.to()));
      forget(left);
      rebuilds.remove(index);
      return false;
    }
    if (to.isEmpty()) {
      throw new StartException(
          List.of(
              "%s is gone, which searches went to: see GET /_alias/%s"
                  .formatted(left.to(), index)));
    }
    if (!left.rules().equals(rules)) {
      throw new StartException(List.of(refusal(left, "other rules", "its config")));
    }
    // Once searches go there it is as it is, and may have been changed in place since.
    if (!to.get().live() && !to.get().isFor(rules, mapping)) {
      throw new StartException(List.of(refusal(left, "another mapping file", "that file")));
    }
    lines.accept("going on with the rebuild to " + left.to());
    return true;
  }

  private String refusal(Rebuild left, String by, String with) {
    return "a rebuild of '%s' to %s by %s was begun by %s: end it with %s, or give it up by --abort"
        .formatted(index, left.to(), by, left.by(), with);
  }

  private Rebuild begin(Generation from, Optional<Path> file, String rules)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Generation to = succession.next(index);
    Rebuild rebuild =
        new Rebuild(
            index,
            from.name(),
            to.name(),
            rules,
            Step.LOADING,
            desk.aws().clock().instant(),
            System.getProperty("user.name", "somebody"));
    // Before it is made: a generation that nobody knows of would stay.
    rebuilds.store(rebuild);
    try {
      succession.create(to, file, rules);
    } catch (InvalidIndexException e) {
      rebuilds.remove(index);
      throw e;
    }
    lines.accept("rebuilding %s from %s into %s".formatted(index, from, to));
    return rebuild;
  }

  /** Forgets what a rebuild was to load, what was refused, and how far its reader was. */
  void forget(Rebuild rebuild) {
    RebuildMeans.cancel(desk, rebuild);
    boolean unused = ExtraConsumer.forget(desk.settings(), desk.aws(), application(desk, index));
  }
}
