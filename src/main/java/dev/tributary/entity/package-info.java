/**
 * What an entity of the config says, as values: which keys and items belong to it, and what their
 * document is to look like. {@code config} reads these, {@code document} follows them. Only the JDK
 * and {@code change}.
 */
package dev.tributary.entity;
