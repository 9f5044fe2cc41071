package dev.tributary.explain;

/** How a file writes an item's values. */
public enum Format {
  /** {@code {"size": {"N": "3"}}}, as DynamoDB and its tools print it. */
  DYNAMODB("DynamoDB JSON"),

  /** {@code {"size": 3}}. */
  PLAIN("plain JSON");

  private final String shown;

  Format(String shown) {
    this.shown = shown;
  }

  @Override
  public String toString() {
    return shown;
  }
}
