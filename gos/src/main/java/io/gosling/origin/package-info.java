/**
 * Another HTTP server as the source of what is served: a caching reverse proxy whose store is the object space's memory.
 *
 * <p>Start at {@link io.gosling.origin.cache.OriginHandler}. What may be done with a response is judged in
 * {@code io.gosling.caching}; {@link io.gosling.origin.upstream.OriginClient} is the only class that has connections.
 */
@NullMarked
package io.gosling.origin;

import org.jspecify.annotations.NullMarked;
