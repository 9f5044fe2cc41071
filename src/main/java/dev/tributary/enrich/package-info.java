/**
 * Completes documents with what copying attributes cannot give: geometry that OpenSearch takes. The
 * only place that knows JTS.
 */
package dev.tributary.enrich;
