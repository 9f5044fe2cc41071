package dev.tributary;

import static dev.tributary.CloudFormation.at;
import static dev.tributary.CloudFormation.everything;
import static dev.tributary.CloudFormation.said;
import static dev.tributary.CloudFormation.scalar;
import static dev.tributary.CloudFormation.tag;
import static dev.tributary.CloudFormation.texts;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tributary.ops.Anchors;
import dev.tributary.ops.EmfRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.CollectionNode;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** What can be seen of the CloudFormation templates without AWS. */
final class CloudFormationTest {

  private static final Pattern SEARCH =
      Pattern.compile(
          "SEARCH\\('\\{Tributary,([a-z,]+)} MetricName=\"(\\w+)\" application=\"\\$\\{Application}\"', '(\\w+)', 60\\)");

  private final CloudFormation ecs = CloudFormation.of("ecs");
  private final CloudFormation cloudWatch = CloudFormation.of("cloudwatch");

  @ParameterizedTest
  @ValueSource(strings = {"ecs", "cloudwatch"})
  void whatIsReferredToIsThereAndWhatIsThereIsReferredTo(String folder) {
    CloudFormation template = CloudFormation.of(folder);
    Set<String> parameters = template.keys("Parameters");
    Set<String> known = new HashSet<>(parameters);
    known.addAll(template.keys("Resources"));
    // Names that a text brings along for itself.
    known.addAll(List.of("Joined", "Name"));
    List<String> referred = everything(template.root()).flatMap(CloudFormation::referred).toList();
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

  @ParameterizedTest
  @ValueSource(strings = {"ecs", "cloudwatch"})
  void conditionsAreThereAndNeeded(String folder) {
    CloudFormation template = CloudFormation.of(folder);
    List<String> asked = new ArrayList<>();
    everything(template.root())
        .filter(node -> tag(node).equals("!If"))
        .map(node -> scalar(((SequenceNode) node).getValue().get(0)))
        .forEach(asked::add);
    everything(template.section("Resources"))
        .flatMap(node -> at(node, "Condition").stream())
        .filter(ScalarNode.class::isInstance)
        .map(CloudFormation::scalar)
        .forEach(asked::add);
    assertThat(new HashSet<>(asked)).isEqualTo(template.keys("Conditions"));
  }

  @Test
  void everyRightIsExplainedAndBoundToResources() {
    List<String> lines = ecs.text().lines().toList();
    List<Node> statements =
        everything(ecs.section("Resources"))
            .filter(node -> at(node, "Effect").isPresent())
            .toList();
    assertThat(statements).hasSizeGreaterThan(12);
    for (Node statement : statements) {
      String name = at(statement, "Sid").map(CloudFormation::scalar).orElse("the role's trust");
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

  /** Some YAML readers take such a colon for the one behind a key. */
  @ParameterizedTest
  @ValueSource(strings = {"ecs", "cloudwatch"})
  void textsWithColonsAreQuotedInsideBrackets(String folder) {
    CloudFormation template = CloudFormation.of(folder);
    assertThat(
            everything(template.root())
                .filter(CloudFormationTest::bracketed)
                .flatMap(CloudFormation::everything)
                .filter(
                    node ->
                        node instanceof ScalarNode text
                            && text.isPlain()
                            && text.getValue().contains(":"))
                .map(CloudFormation::scalar))
        .isEmpty();
  }

  private static boolean bracketed(Node node) {
    return node instanceof CollectionNode<?> some && some.getFlowStyle() == FlowStyle.FLOW;
  }

  private static Node property(CloudFormation template, String resource, String name) {
    return at(resource(template, resource, "Properties"), name).orElseThrow();
  }

  private static Node resource(CloudFormation template, String resource, String attribute) {
    return at(at(template.section("Resources"), resource).orElseThrow(), attribute).orElseThrow();
  }

  /** An update of the stack would undo what autoscaling did, in the middle of an outage. */
  @Test
  void anUpdateLeavesTheNumberOfWorkersAlone() {
    assertThat(at(resource(ecs, "Service", "Properties"), "DesiredCount")).isEmpty();
    assertThat(said(property(ecs, "Scaling", "ScheduledActions")))
        .as("a new service begins with one worker")
        .contains("MinCapacity: !Ref MinWorkers", "Schedule: tag:yaml.org,2002:str rate(");
  }

  @Test
  void aStackThatCouldNotBeCreatedLeavesNoLogInTheWayOfTheNextTry() {
    assertThat(scalar(resource(ecs, "Log", "DeletionPolicy"))).isEqualTo("RetainExceptOnCreate");
    assertThat(scalar(resource(ecs, "Log", "UpdateReplacePolicy"))).isEqualTo("Retain");
  }

  @Test
  void documentsThatAreNotIndexedKeepTheirAlarmUntilNoneIsLeft() {
    assertThat(scalar(property(ecs, "NotIndexed", "MetricName"))).isEqualTo("DeadLetters");
    assertThat(scalar(property(ecs, "NotIndexed", "Statistic"))).isEqualTo("Maximum");
  }

  @Test
  void keysMayBeUsedOnlyByTheServicesThatHoldWhatIsRead() {
    List<Node> statements =
        everything(ecs.section("Resources"))
            .filter(
                node ->
                    at(node, "Action")
                        .filter(action -> texts(action).contains("kms:Decrypt"))
                        .isPresent())
            .toList();
    Set<String> services = new HashSet<>();
    for (Node statement : statements) {
      assertThat(texts(at(statement, "Action").orElseThrow())).containsExactly("kms:Decrypt");
      services.addAll(
          everything(at(statement, "Condition").orElseThrow())
              .flatMap(node -> at(node, "kms:ViaService").stream())
              .flatMap(node -> texts(node).stream())
              .map(text -> text.replaceFirst("\\..*", ""))
              .toList());
    }
    assertThat(statements).hasSize(3);
    assertThat(services).containsExactlyInAnyOrder("dynamodb", "s3", "sqs", "secretsmanager");
  }

  /** With the statistic that means something. */
  private static Set<String> printed() {
    return EmfRow.all().stream()
        .map(row -> figure(row.dimensions(), row.metric(), row.take()))
        .collect(Collectors.toSet());
  }

  private static String figure(String dimensions, String metric, String statistic) {
    return statistic + " of " + metric + " by " + dimensions;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ecs", "cloudwatch"})
  void alarmsAreOnMetricsThatWorkersPrint(String folder) {
    Set<String> printed = printed();
    List<Node> alarms =
        everything(CloudFormation.of(folder).section("Resources"))
            .filter(node -> at(node, "MetricName").isPresent())
            .toList();
    assertThat(alarms).hasSizeGreaterThan(10);
    for (Node alarm : alarms) {
      assertThat(scalar(at(alarm, "Namespace").orElseThrow())).isEqualTo("Tributary");
      String dimensions =
          everything(at(alarm, "Dimensions").orElseThrow())
              .flatMap(node -> at(node, "Name").stream())
              .map(CloudFormation::scalar)
              .collect(Collectors.joining(","));
      assertThat(printed)
          .contains(
              figure(
                  dimensions,
                  scalar(at(alarm, "MetricName").orElseThrow()),
                  scalar(at(alarm, "Statistic").orElseThrow())));
    }
  }

  /** By name, less those that only scale the service. */
  private static Map<String, MappingNode> alarms(CloudFormation template) {
    Map<String, MappingNode> alarms = new TreeMap<>();
    for (NodeTuple resource : template.section("Resources").getValue()) {
      MappingNode node = (MappingNode) resource.getValueNode();
      if (scalar(at(node, "Type").orElseThrow()).equals("AWS::CloudWatch::Alarm")) {
        alarms.put(scalar(resource.getKeyNode()), node);
      }
    }
    alarms.keySet().removeAll(List.of("LagGrows", "LagIsLow"));
    return alarms;
  }

  @Test
  void bothTemplatesHaveTheSameAlarms() {
    Map<String, String> said = new TreeMap<>();
    alarms(cloudWatch)
        .forEach(
            (name, alarm) -> {
              assertThat(scalar(at(alarm, "Condition").orElseThrow())).isEqualTo("HasAlarms");
              said.put(name, said(at(alarm, "Properties").orElseThrow()));
            });
    Map<String, String> onEcs = new TreeMap<>();
    alarms(ecs)
        .forEach((name, alarm) -> onEcs.put(name, said(at(alarm, "Properties").orElseThrow())));
    assertThat(onEcs).isEqualTo(said).hasSizeGreaterThan(10);
    assertThat(said(at(cloudWatch.section("Parameters"), "LagToAlarm").orElseThrow()))
        .isEqualTo(said(at(ecs.section("Parameters"), "LagToAlarm").orElseThrow()));
  }

  @Test
  void alarmsSayWhereToReadAndAreInTheDocumentation() throws IOException {
    String operations = Files.readString(Path.of("docs", "operations.md"));
    Set<String> anchors = Anchors.of(Path.of("docs", "operations.md"));
    String deploying = Files.readString(Path.of("docs", "deploy.md"));
    alarms(ecs)
        .forEach(
            (name, alarm) -> {
              String about =
                  scalar(
                      at(at(alarm, "Properties").orElseThrow(), "AlarmDescription").orElseThrow());
              List<String> read =
                  Pattern.compile("docs/operations\\.md#([a-z-]+)")
                      .matcher(about)
                      .results()
                      .map(found -> found.group(1))
                      .toList();
              assertThat(anchors).as(name).containsAll(read);
              assertThat(read).as(name).isNotEmpty();
              assertThat(operations).contains("\n[`" + name + "`]");
              assertThat(deploying).contains("\n| `" + name + "` |");
            });
  }

  @Test
  void theDashboardShowsEveryMetricThatWorkersPrintAndNoOther() throws IOException {
    String body =
        scalar(
                everything(cloudWatch.section("Resources"))
                    .flatMap(node -> at(node, "DashboardBody").stream())
                    .findFirst()
                    .orElseThrow())
            .replace("${LagToAlarm}", "300");
    Set<String> shown = new HashSet<>();
    for (JsonNode widget : new ObjectMapper().readTree(body).path("widgets")) {
      for (JsonNode metric : widget.at("/properties/metrics")) {
        if (metric.get(0).isTextual()) {
          assertThat(metric.get(0).asText()).isEqualTo("Tributary");
          assertThat(metric.get(3).asText()).isEqualTo("${Application}");
          shown.add(
              figure(
                  metric.get(2).asText(),
                  metric.get(1).asText(),
                  metric.get(4).path("stat").asText()));
        } else {
          Matcher search = SEARCH.matcher(metric.get(0).path("expression").asText());
          assertThat(search.matches()).as(metric.toString()).isTrue();
          shown.add(figure(search.group(1), search.group(2), search.group(3)));
        }
      }
    }
    assertThat(shown).isEqualTo(printed());
  }
}
