/**
 * Objects in S3 that items only reference: what a reference means, whether it may be read, and
 * reading it. Start at {@link dev.tributary.enrich.objects.References} and {@link
 * dev.tributary.enrich.objects.ObjectFetcher}.
 */
package dev.tributary.enrich.objects;
