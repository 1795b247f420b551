package io.gosling.gos.space;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The source of one node's answer to a GET for a URL now, with the reason in words.
 *
 * @param answer {@code hit}, {@code stale-hit}, {@code revalidation}, {@code other-node} or {@code miss}
 * @param more objects of the URL in memory that are left out
 * @param decisions what led here, the latest first, in words
 */
public record UrlExplanation(String answer, String because, List<Variant> objects, int more, List<String> decisions) {
    /**
     * One object of the URL.
     *
     * @param use a {@link io.gosling.caching.ReuseDecision}, {@code other-variant} or {@code absent}
     * @param ageSeconds age of a response; of a file the time since it was compared with its file
     * @param freshSeconds the time for which it stays fresh; negative since it is stale
     * @param headers of the response that decide about its use
     * @param lac requests at this node
     * @param agac requests in the cluster as this node knows them, aged
     * @param owner the node with its directory entry; null when alone
     * @param holders nodes that hold it, as the entry owner says
     */
    public record Variant(
            String key,
            String use,
            long bytes,
            double ageSeconds,
            double freshSeconds,
            Map<String, @Nullable Object> headers,
            long lac,
            double agac,
            @Nullable String owner,
            List<String> holders) {}
}
