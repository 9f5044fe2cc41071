package dev.tributary.explain;

import dev.tributary.change.Change;

/**
 * The change to explain.
 *
 * @param readAs how the file was taken, for people
 * @param placed whether the change's place in the stream is known, and with it the version; if not,
 *     its origin is a stand-in
 */
public record Asked(Change change, String readAs, boolean placed) {}
