/**
 * A shared HTTP cache (RFC 9111) in front of origin servers or in-process handlers.
 *
 * <p>Start at {@link OriginHandler}, and at {@link HandlerCache}, the same above handlers of this process. {@link
 * OriginLookup} answers from memory, waits for the fetch of another request, or begins one; {@link OriginFetch}
 * performs it, for all that wait; {@link ArrivingResponse} stores or passes on its result; {@link StreamedFetch}
 * streams that to the cache and to all waiting clients; {@link ResponseStoragePolicy} decides what is kept under which
 * key; its bytes are in the memory of the object space. {@link VariantIndex} implements Vary; {@link
 * SlicedResponseBuilder} answers from responses that are stored in slices. io.gosling.caching decides what may be
 * stored or reused; only {@code OriginClient}, in io.gosling.origin.upstream below, connects to origins. Use this
 * package from composition roots.
 */
@NullMarked
package io.gosling.origin.cache;

import org.jspecify.annotations.NullMarked;
