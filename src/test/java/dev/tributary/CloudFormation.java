package dev.tributary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** A CloudFormation template as it is written, its functions included. */
record CloudFormation(String text, MappingNode root) {
  private static final Pattern IN_TEXT = Pattern.compile("\\$\\{([^!}]+)}");

  static CloudFormation of(String folder) {
    try {
      String text = Files.readString(Path.of("deploy", folder, "tributary.yml"));
      return new CloudFormation(
          text,
          (MappingNode)
              new Compose(LoadSettings.builder().build()).composeString(text).orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Set<String> keys(String section) {
    Set<String> keys = new HashSet<>();
    section(section).getValue().forEach(tuple -> keys.add(scalar(tuple.getKeyNode())));
    return keys;
  }

  MappingNode section(String name) {
    return (MappingNode) at(root, name).orElseThrow();
  }

  static Optional<Node> at(Node node, String key) {
    return node instanceof MappingNode map
        ? map.getValue().stream()
            .filter(tuple -> scalar(tuple.getKeyNode()).equals(key))
            .map(NodeTuple::getValueNode)
            .findFirst()
        : Optional.empty();
  }

  static Stream<String> referred(Node node) {
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
            .map(CloudFormation::resource);
      }
      default -> Stream.of();
    };
  }

  /** Without the attribute behind it. */
  private static String resource(String name) {
    int dot = name.indexOf('.');
    return dot < 0 ? name : name.substring(0, dot);
  }

  static List<String> texts(Node node) {
    return everything(node)
        .filter(ScalarNode.class::isInstance)
        .map(CloudFormation::scalar)
        .toList();
  }

  static Stream<Node> everything(Node node) {
    Stream<Node> below = Stream.of();
    if (node instanceof MappingNode map) {
      below = map.getValue().stream().flatMap(tuple -> everything(tuple.getValueNode()));
    } else if (node instanceof SequenceNode list) {
      below = list.getValue().stream().flatMap(CloudFormation::everything);
    }
    return Stream.concat(Stream.of(node), below);
  }

  static String tag(Node node) {
    return node.getTag().getValue();
  }

  static String scalar(Node node) {
    return ((ScalarNode) node).getValue();
  }

  /** All that it says, without the order of keys, comments and spelling. */
  static String said(Node node) {
    if (node instanceof MappingNode map) {
      return map.getValue().stream()
          .map(tuple -> scalar(tuple.getKeyNode()) + ": " + said(tuple.getValueNode()))
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return node instanceof SequenceNode list
        ? tag(node)
            + list.getValue().stream()
                .map(CloudFormation::said)
                .collect(Collectors.joining(", ", "[", "]"))
        : tag(node) + " " + scalar(node);
  }
}
