package dev.tributary.index;

/** Takes writes, and tells each one's outcome once. */
@FunctionalInterface
public interface WriteSink {

  /** Any thread may call it; it does not wait. */
  void submit(Write write);
}
