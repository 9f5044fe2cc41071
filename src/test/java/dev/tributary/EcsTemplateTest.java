package dev.tributary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** What can be seen of the CloudFormation template without AWS. */
final class EcsTemplateTest {
  private static final Pattern IN_TEXT = Pattern.compile("\\$\\{([^!}]+)}");

  private String text;
  private MappingNode root;

  @BeforeEach
  void read() throws IOException {
    text = Files.readString(Path.of("deploy", "ecs", "tributary.yml"));
    root =
        (MappingNode) new Compose(LoadSettings.builder().build()).composeString(text).orElseThrow();
  }

  @Test
  void whatIsReferredToIsThereAndWhatIsThereIsReferredTo() {
    Set<String> parameters = keys("Parameters");
    Set<String> known = new HashSet<>(parameters);
    known.addAll(keys("Resources"));
    // Names that a text brings along for itself.
    known.addAll(List.of("Joined", "Name"));
    List<String> referred = everything(root).flatMap(EcsTemplateTest::referred).toList();
    assertThat(referred)
        .isNotEmpty()
        .allSatisfy(
            name ->
                assertThat(name)
                    .satisfiesAnyOf(
                        n -> assertThat(n).startsWith("AWS::"),
                        n -> assertThat(known).contains(n)));
    assertThat(referred).containsAll(parameters);
  }

  @Test
  void conditionsAreThereAndNeeded() {
    List<String> asked = new ArrayList<>();
    everything(root)
        .filter(node -> tag(node).equals("!If"))
        .map(node -> scalar(((SequenceNode) node).getValue().get(0)))
        .forEach(asked::add);
    everything(section("Resources"))
        .flatMap(node -> at(node, "Condition").stream())
        .filter(ScalarNode.class::isInstance)
        .map(EcsTemplateTest::scalar)
        .forEach(asked::add);
    assertThat(new HashSet<>(asked)).isEqualTo(keys("Conditions"));
  }

  @Test
  void everyRightIsExplainedAndBoundToResources() {
    List<String> lines = text.lines().toList();
    List<Node> statements =
        everything(section("Resources")).filter(node -> at(node, "Effect").isPresent()).toList();
    assertThat(statements).hasSizeGreaterThan(12);
    for (Node statement : statements) {
      String name = at(statement, "Sid").map(EcsTemplateTest::scalar).orElse("the role's trust");
      if (name.equals("the role's trust")) {
        continue;
      }
      int line = statement.getStartMark().orElseThrow().getLine();
      boolean conditional = lines.get(line - 1).strip().startsWith("- Has");
      assertThat(lines.get(line - (conditional ? 3 : 1)).strip()).as(name).startsWith("#");
      List<String> actions = texts(at(statement, "Action").orElseThrow());
      assertThat(actions).as(name).noneMatch(action -> action.contains("*"));
      if (!name.equals("RegistryLogin")) {
        assertThat(texts(at(statement, "Resource").orElseThrow())).as(name).doesNotContain("*");
      }
    }
  }

  @Test
  void alarmsAreOnMetricsThatWorkersPrint() throws IOException {
    String metrics = Files.readString(Path.of("docs", "metrics.md"));
    String printed = metrics.substring(metrics.indexOf("## CloudWatch"));
    List<String> watched =
        everything(section("Resources"))
            .flatMap(node -> at(node, "MetricName").stream())
            .map(EcsTemplateTest::scalar)
            .toList();
    assertThat(watched)
        .isNotEmpty()
        .allSatisfy(name -> assertThat(printed).contains("`" + name + "`"));
  }

  private Set<String> keys(String section) {
    Set<String> keys = new HashSet<>();
    section(section).getValue().forEach(tuple -> keys.add(scalar(tuple.getKeyNode())));
    return keys;
  }

  private MappingNode section(String name) {
    return (MappingNode) at(root, name).orElseThrow();
  }

  private static Optional<Node> at(Node node, String key) {
    return node instanceof MappingNode map
        ? map.getValue().stream()
            .filter(tuple -> scalar(tuple.getKeyNode()).equals(key))
            .map(NodeTuple::getValueNode)
            .findFirst()
        : Optional.empty();
  }

  private static Stream<String> referred(Node node) {
    return switch (tag(node)) {
      case "!Ref" -> Stream.of(scalar(node));
      case "!GetAtt" -> Stream.of(resource(scalar(node)));
      case "!Sub" -> {
        Node sub = node instanceof SequenceNode list ? list.getValue().get(0) : node;
        yield IN_TEXT
            .matcher(scalar(sub))
            .results()
            .map(MatchResult::group)
            .map(found -> found.substring(2, found.length() - 1))
            .map(EcsTemplateTest::resource);
      }
      default -> Stream.of();
    };
  }

  /** Without the attribute behind it. */
  private static String resource(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  private static List<String> texts(Node node) {
    return everything(node)
        .filter(ScalarNode.class::isInstance)
        .map(EcsTemplateTest::scalar)
        .toList();
  }

  private static Stream<Node> everything(Node node) {
    Stream<Node> below = Stream.of();
    if (node instanceof MappingNode map) {
      below = map.getValue().stream().flatMap(tuple -> everything(tuple.getValueNode()));
    } else if (node instanceof SequenceNode list) {
      below = list.getValue().stream().flatMap(EcsTemplateTest::everything);
    }
    return Stream.concat(Stream.of(node), below);
  }

  private static String tag(Node node) {
    return node.getTag().getValue();
  }

  private static String scalar(Node node) {
    return ((ScalarNode) node).getValue();
  }
}
