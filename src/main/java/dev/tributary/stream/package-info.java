/** Reading DynamoDB's streams: leases, shards, records. The only package that knows KCL. */
package dev.tributary.stream;
