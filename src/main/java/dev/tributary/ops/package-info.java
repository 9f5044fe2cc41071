/**
 * What the fleet is doing, told to operators: heartbeats of workers, and the status of them all.
 */
package dev.tributary.ops;
