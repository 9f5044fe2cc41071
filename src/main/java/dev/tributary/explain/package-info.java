/** From a file with an item in it to what would become of it, for people. No server is asked. */
package dev.tributary.explain;
