package io.gosling.gos.space;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of a URL's objects at one node, and the source of its answer to a GET now.
 *
 * @param because the reason for the answer, in words
 * @param servesUnasked false while the node has no lease, so that it may have missed a purge
 * @param decisions what led here, the latest first, in words
 */
public record UrlExplanation(
        Answer answer, String because, boolean servesUnasked, List<Variant> variants, List<String> decisions) {
    /** The source of the answer. */
    public enum Answer {
        HIT,
        /** From memory, and its source is asked meanwhile. */
        STALE_HIT,
        /** The source is asked whether the copy still holds. */
        REVALIDATION,
        OTHER_NODE,
        MISS
    }

    /** The use of a copy for the request; those from {@link #SERVE} to {@link #NOT_FOR_THIS} are for its variant. */
    public enum Use {
        SERVE,
        SERVE_AND_VALIDATE,
        VALIDATE_STALE,
        VALIDATE_AS_ASKED,
        NOT_FOR_THIS,
        OTHER_VARIANT,
        ABSENT
    }

    /**
     * One object of the URL.
     *
     * @param key in the object space
     * @param bytes of memory; 0 if it is not there
     * @param ageSeconds age of a response; of a file the time since it was compared with its file
     * @param freshSeconds the time for which it stays fresh; negative since it is stale
     * @param headers of the response that decide about its use
     * @param lac requests at this node
     * @param agac requests in the cluster as this node knows them, aged
     * @param owner the node with its directory entry; null when alone
     * @param home its home node; null if there is none
     * @param holders nodes that hold it, as this node was told last
     */
    public record Variant(
            String key,
            Use use,
            long bytes,
            double ageSeconds,
            double freshSeconds,
            Map<String, @Nullable Object> headers,
            long lac,
            double agac,
            @Nullable String owner,
            @Nullable String home,
            List<String> holders) {}
}
