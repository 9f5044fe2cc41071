package dev.tributary.index;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tributary.index.GenerationLook.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How one generation of an index follows another: the next is made beside the one that is read,
 * filled, and then takes its place at one moment.
 */
public final class Succession {

  private static final Logger LOG = LoggerFactory.getLogger(Succession.class);

  private final OpenSearchHttp http;
  private final GenerationLook look;

  public Succession(OpenSearchHttp http) {
    this.http = http;
    this.look = new GenerationLook(http);
  }

  /**
   * @param rules digests of the rules whose documents it takes; empty where nobody knows them
   * @param mapping the digest of its mapping file; empty where nobody knows it
   * @param documents how many it has; deleted ones do not count
   * @param live whether the public alias points at it
   */
  public record Listed(
      Generation generation, List<String> rules, String mapping, long documents, boolean live) {
    public Listed {
      rules = List.copyOf(rules);
    }

    /** Whether it is what {@link #create} would make for these. */
    public boolean isFor(String digest, String file) {
      return !rules.isEmpty() && rules.get(0).equals(digest) && mapping.equals(file);
    }
  }

  /** The generations of an index, by their numbers; one that has another name comes first. */
  public List<Listed> list(String index) throws OpenSearchUnavailableException {
    List<Listed> listed = new ArrayList<>();
    List<Seen> found = new ArrayList<>(look.seen(index, index + "-*"));
    found.removeIf(seen -> seen.generation().number().isEmpty());
    for (Seen live : look.seen(index, index)) {
      if (found.stream().noneMatch(seen -> seen.generation().equals(live.generation()))) {
        found.add(live);
      }
    }
    found.sort(Comparator.comparingInt(seen -> seen.generation().number().orElse(0)));
    for (Seen seen : found) {
      listed.add(
          new Listed(
              seen.generation(),
              seen.stamp().rules(),
              seen.stamp().mapping(),
              count(seen.generation()),
              seen.live()));
    }
    return listed;
  }

  /**
   * The digest of a mapping file, as generations have it of theirs.
   *
   * @throws InvalidIndexException if the file is none
   */
  public static String digest(Optional<Path> mapping) throws InvalidIndexException {
    return Definition.of(mapping).digest();
  }

  /** The next generation of an index, which is not made by that. */
  public Generation next(String index) throws OpenSearchUnavailableException {
    int last =
        list(index).stream()
            .mapToInt(listed -> listed.generation().number().orElse(0))
            .max()
            .orElse(0);
    return Generation.numbered(index, last + 1);
  }

  /**
   * Makes a generation, which no public alias points at.
   *
   * @param rules the digest of the rules whose documents it is to take
   * @throws InvalidIndexException if OpenSearch refuses the mapping file
   */
  public Generation create(Generation generation, Optional<Path> mapping, String rules)
      throws OpenSearchUnavailableException, InvalidIndexException {
    Definition definition = Definition.of(mapping);
    Answer answer = put("/" + generation.name(), definition.creation(generation, false, rules));
    if (answer.status() == 400) {
      throw new InvalidIndexException(
          "OpenSearch refuses to create '%s' from %s: %s"
              .formatted(generation, definition.source(), answer.reason()));
    }
    ok(answer);
    LOG.info("Created index {}, which no alias but its own points at yet", generation);
    return generation;
  }

  /**
   * Points the public alias at another generation, at one moment: nobody who reads sees none, or
   * both.
   *
   * @throws InvalidIndexException if the alias does not point where it was expected to
   */
  public void swap(Generation from, Generation to)
      throws OpenSearchUnavailableException, InvalidIndexException {
    ObjectNode request = ExactJson.MAPPER.createObjectNode();
    ArrayNode actions = request.putArray("actions");
    actions
        .addObject()
        .putObject("remove")
        .put("index", from.name())
        .put("alias", from.index())
        .put("must_exist", true);
    actions
        .addObject()
        .putObject("add")
        .put("index", to.name())
        .put("alias", to.index())
        .put("is_write_index", true);
    Answer answer = http.await(http.json("POST", "/_aliases", ExactJson.bytes(request)));
    if (answer.status() == 404) {
      throw new InvalidIndexException(
          "the alias '%s' is not swapped from %s to %s: %s; look where it points by: GET /_alias/%s"
              .formatted(from.index(), from, to, answer.reason(), from.index()));
    }
    ok(answer);
    LOG.info("The alias {} points to {}, no longer to {}", to.index(), to, from);
  }

  /**
   * Deletes a generation for good.
   *
   * @throws InvalidIndexException if it is the one that the public alias points at
   */
  public void delete(Generation generation)
      throws OpenSearchUnavailableException, InvalidIndexException {
    for (Seen seen : look.seen(generation.index(), generation.name())) {
      if (seen.live()) {
        throw new InvalidIndexException(
            "%s is not deleted: the alias '%s' points at it"
                .formatted(generation, generation.index()));
      }
      ok(http.await(http.json("DELETE", "/" + generation.name())));
      LOG.info("Deleted index {}", generation);
    }
  }

  private long count(Generation generation) throws OpenSearchUnavailableException {
    ok(http.await(http.json("POST", "/" + generation.name() + "/_refresh")));
    return ok(http.await(http.json("GET", "/" + generation.name() + "/_count")))
        .json()
        .path("count")
        .asLong();
  }

  private Answer put(String path, ObjectNode body) throws OpenSearchUnavailableException {
    return http.await(http.json("PUT", path, ExactJson.bytes(body)));
  }

  private static Answer ok(Answer answer) throws OpenSearchUnavailableException {
    if (!answer.ok()) {
      throw OpenSearchUnavailableException.refused(answer);
    }
    return answer;
  }
}
