/**
 * The command of that name: what a worker takes, beside what the servers take anyway and beside the
 * least program that does the same. Nothing that a worker needs. Start at {@link
 * dev.tributary.bench.Bench}.
 */
package dev.tributary.bench;
