package dev.tributary.explain;

import dev.tributary.change.Change;
import dev.tributary.change.Item;
import dev.tributary.config.Settings;
import dev.tributary.document.Action;
import dev.tributary.document.Documents;
import dev.tributary.document.Explanation;
import dev.tributary.enrich.Enricher;
import dev.tributary.entity.Pull;
import dev.tributary.sync.Completed;
import dev.tributary.sync.Completion;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Answers questions about a config, by asking what a worker asks. */
public final class Explainer {
  private final Settings settings;
  private final Documents documents;
  private final Completion completion;

  public Explainer(Settings settings) {
    this.settings = settings;
    this.documents = new Documents(settings);
    // It fetches nothing, so it needs no region.
    this.completion = new Completion(documents, new Enricher(settings.enrichment(), ""));
  }

  public Answer explain(Question question, InputStream standardInput)
      throws InvalidInputException, WrongUseException {
    Asked asked = Asking.ask(question, settings.tables(), standardInput);
    List<Action> actions =
        completion.actionsFor(asked.change()).stream().map(this::checked).toList();
    Map<String, Explanation> before =
        before(asked.change()).map(documents::explain).orElse(List.of()).stream()
            .map(this::completed)
            .collect(Collectors.toMap(Explanation::entity, Function.identity()));
    return new Answer(
        asked,
        documents.explain(asked.change()).stream()
            .map(this::completed)
            .map(
                explanation -> {
                  Action action = inTheEnd(explanation, actions);
                  Settings.Entity entity = settings.entities().get(explanation.entity());
                  return new Answer.Result(
                      explanation,
                      action,
                      Optional.ofNullable(before.get(explanation.entity())),
                      entity,
                      settings.indexes().get(explanation.index()),
                      fetched(action, entity));
                })
            .toList());
  }

  private Explanation completed(Explanation explanation) {
    return new Explanation(
        explanation.entity(),
        explanation.index(),
        explanation.id(),
        explanation.match(),
        checked(completion.complete(explanation.action())));
  }

  /** Objects are not fetched, but their names are looked at: not every one may be read. */
  private Action checked(Completed completed) {
    Completed tried = completion.unfetched(completed);
    return tried.action() instanceof Action.Reject ? tried.action() : completed.action();
  }

  private List<Answer.Fetched> fetched(Action action, Settings.Entity entity) {
    return completion.unfetched(Completed.of(action)).lacking().stream()
        .map(
            object ->
                new Answer.Fetched(
                    object.attribute(),
                    object.reference(),
                    entity.rule().shape().pulls().stream()
                        .filter(pull -> pull.source() == Pull.Source.OBJECT)
                        .filter(pull -> pull.from().text().equals(object.attribute()))
                        .flatMap(pull -> pull.content().fields().stream())
                        .toList()))
        .toList();
  }

  /** The change that made the old image, as far as it is known. */
  private static Optional<Change> before(Change change) {
    Optional<Item> item =
        change instanceof Change.Put put ? put.before() : ((Change.Remove) change).before();
    return item.map(
        old ->
            new Change.Put(change.table(), change.key(), change.origin(), old, Optional.empty()));
  }

  /** Of several actions for one document one remains, and then the others are not taken. */
  private static Action inTheEnd(Explanation explanation, List<Action> actions) {
    return actions.stream()
        .filter(action -> action.entity().equals(explanation.entity()))
        .findFirst()
        .orElseGet(
            () ->
                new Action.Skip(
                    explanation.entity(),
                    "%s decides about this document".formatted(rival(explanation, actions))));
  }

  private static String rival(Explanation explanation, List<Action> actions) {
    return actions.stream()
        .filter(
            action ->
                action instanceof Action.Targeted target
                    && target.index().equals(explanation.index())
                    && target.id().equals(explanation.id()))
        .map(Action::entity)
        .findFirst()
        .orElseThrow();
  }
}
