/**
 * The command line and the composition root: the only place that makes long-lived things, and stops
 * them in reverse.
 */
package dev.tributary;
