/** What a worker serves over HTTP, to be read only. */
package dev.tributary.ops.http;
