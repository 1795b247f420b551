/**
 * A shared HTTP cache (RFC 9111) in front of origin servers or in-process handlers.
 *
 * <p>Its store is the memory of the object space. Start at {@link io.gosling.origin.cache.OriginHandler}, which answers
 * from the cache or fetches, and {@link io.gosling.origin.cache.HandlerCache}, the same above handlers of this process.
 * Fetch and Attempt perform a cache miss; StreamedFetch streams a response to the cache and to all waiting clients;
 * {@link io.gosling.origin.cache.ResponseStore} decides what is kept under which key. Only {@code OriginClient}, below,
 * connects to origins: it selects a server, retries, and runs health checks. {@link
 * io.gosling.origin.cache.VariantIndex} implements Vary; LargeResponses answers from responses that are stored in slices.
 * io.gosling.caching decides what may be stored or reused; origin.upstream lies below. Use it from composition roots.
 */
@NullMarked
package io.gosling.origin.cache;

import org.jspecify.annotations.NullMarked;
