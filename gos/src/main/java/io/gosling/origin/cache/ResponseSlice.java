package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.CacheHeaderSelector;
import io.gosling.http.Headers;
import java.util.Set;

/**
 * A slice of a large response, which is fetched as if it were an object of its own, as with nginx's slice module.
 *
 * @param requester of all slices of the whole, also told when the origin answers something else
 */
record ResponseSlice(SlicedBody requester, int index) {
    /** The headers with the tags by which it is purged together with its whole. */
    private static final Set<String> TAGS = Set.of("surrogate-key", "xkey", "cache-tag", "cache-groups");

    ByteSpan span() {
        return requester.cut.of(index);
    }

    String tag() {
        return requester.sliceIndex.strongTag();
    }

    /** Its header in memory: its bytes follow from its name, so the slice index decides whether they may be used. */
    Headers kept() {
        return CacheHeaderSelector.selected(requester.sliceIndex.fields(), TAGS::contains)
                .plus("ETag", tag())
                .plus("Cache-Control", "public, max-age=31536000");
    }

    /** The header of a slice for the requester only. */
    Headers passing() {
        return Headers.of("ETag", tag(), "Cache-Control", "no-store");
    }
}
