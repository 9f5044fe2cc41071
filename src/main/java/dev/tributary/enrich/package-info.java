/**
 * Completes documents with what copying attributes cannot give: geometry that OpenSearch takes, and
 * objects in S3. The only place that knows JTS, S3 and SQS.
 */
package dev.tributary.enrich;
