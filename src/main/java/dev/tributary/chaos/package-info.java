/**
 * The command of that name: workers as processes on local servers, with faults by a seed, until the
 * indexes equal the tables or it is clear that they do not. Start at {@link
 * dev.tributary.chaos.Chaos}.
 */
package dev.tributary.chaos;
