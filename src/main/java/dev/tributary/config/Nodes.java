package dev.tributary.config;

import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** What a YAML node is, in a reader's words. */
final class Nodes {
  private Nodes() {}

  static boolean isNull(Node node) {
    return node.getTag().equals(Tag.NULL);
  }

  /** The library resolves {@code ${NAME}} to a tag of its own, which nobody wrote. */
  static boolean hasForeignTag(Node node) {
    return !node.getTag().equals(Tag.ENV_TAG) && !node.getTag().getValue().startsWith(Tag.PREFIX);
  }

  static String describe(Node node) {
    if (node instanceof MappingNode) {
      return "a map";
    }
    if (!(node instanceof ScalarNode scalar)) {
      return "a list";
    }
    if (isNull(node)) {
      return "nothing";
    }
    boolean number = node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT);
    return (number ? "the number " : "the text ") + Quote.of(scalar.getValue());
  }
}
