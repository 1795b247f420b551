package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.policy.ReportedCacheResult;
import io.gosling.structured.StructuredFieldParser;
import io.gosling.structured.StructuredMember;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Set;

/**
 * Parses {@code Cache-Status} (RFC 9211) for the result of the nearest cache behind the front-end: that is the last
 * member of the list, with {@code hit} or {@code fwd=...} as a parameter. A response that was stale, or that memory
 * could not have answered, is no miss.
 */
public final class CacheStatusParser {
    private static final Set<String> MISSES = Set.of("miss", "uri-miss", "vary-miss");

    private CacheStatusParser() {}

    public static ReportedCacheResult read(HttpHeaders headers) {
        List<String> lines = headers.getAll("Cache-Status");
        List<StructuredMember> caches = lines.isEmpty() ? null : StructuredFieldParser.list(List.of(lines.getLast()));
        if (caches == null || caches.isEmpty()) {
            return ReportedCacheResult.UNKNOWN;
        }
        StructuredMember nearest = caches.getLast();
        Object forwarded = nearest.parameters().get("fwd");
        boolean miss = forwarded instanceof StructuredMember.Token why && MISSES.contains(why.text());
        return nearest.has("hit")
                ? ReportedCacheResult.HIT
                : miss ? ReportedCacheResult.MISS : ReportedCacheResult.UNKNOWN;
    }
}
