/**
 * Real servers on this machine for demos, tests and development, each a process of its own that
 * never outlives its parent.
 */
package dev.tributary.local;
