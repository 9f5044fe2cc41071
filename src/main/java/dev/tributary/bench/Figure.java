package dev.tributary.bench;

/**
 * A figure of one profile alone.
 *
 * @param name in JSON; a dot in it makes an object
 * @param title for people
 */
record Figure(String name, String title, double value, String unit) {}
