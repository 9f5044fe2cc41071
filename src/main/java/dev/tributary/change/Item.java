package dev.tributary.change;

import java.util.Map;

/** An item's attributes, keys included, in no particular order. */
public record Item(Map<String, Value> attributes) {}
