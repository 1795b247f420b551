package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.CacheHeaderSelector;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredResponseHead;
import io.gosling.http.Headers;
import java.util.Set;

/**
 * A slice of a large response, which is fetched as if it were an object of its own, as with nginx's slice module.
 *
 * @param cut the division of the whole, the same for all slices
 * @param requester also notified when the origin answers something else
 */
record ResponseSlice(StoredResponseHead sliceIndex, SliceLayout cut, int index, SliceFetcher requester) {
    /** The headers with the tags by which it is purged together with its whole. */
    private static final Set<String> TAGS = Set.of("surrogate-key", "xkey", "cache-tag", "cache-groups");

    /** The kinds of origin responses that are no slice. */
    enum Instead {
        /** Another version: the present one, or that of another one of its servers. */
        OTHER_VERSION,
        NO_SUCH_WHOLE,
        /** Something that may depend on the client, or the moment. */
        NOT_NOW
    }

    ByteSpan span() {
        return cut.of(index);
    }

    String tag() {
        return sliceIndex.strongTag();
    }

    /** Its header in memory: its bytes follow from its name, so the slice index decides whether they may be used. */
    Headers kept() {
        return CacheHeaderSelector.selected(sliceIndex.fields(), TAGS::contains)
                .plus("ETag", tag())
                .plus("Cache-Control", "public, max-age=31536000");
    }

    /** The header of a slice for the requester only. */
    Headers passing() {
        return Headers.of("ETag", tag(), "Cache-Control", "no-store");
    }
}
