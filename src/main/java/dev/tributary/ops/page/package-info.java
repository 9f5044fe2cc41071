/** The status page: what an operator sees in a browser. It asks nobody and changes nothing. */
package dev.tributary.ops.page;
