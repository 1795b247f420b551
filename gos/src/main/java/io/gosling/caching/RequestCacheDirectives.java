package io.gosling.caching;

import io.gosling.http.Headers;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The cache directives of a request (RFC 9111, section 5.2.1). Pure.
 *
 * @param asksOrigin requires that the origin is asked, as a browser's reload does
 * @param storesNothing requires that nothing of the response is stored
 * @param onlyStored requires 504 rather than a request to the origin
 * @param credentials true if it carries Authorization
 * @param mostAge accepts nothing older; null without a bound
 * @param leastFresh requires a response that stays fresh for at least so long
 * @param mostStale accepts a response that went stale this long ago; null when absent
 * @param staleIfError accepts a response that went stale this long ago when its origin fails (RFC 5861, section 4)
 */
public record RequestCacheDirectives(
        boolean asksOrigin,
        boolean storesNothing,
        boolean onlyStored,
        boolean credentials,
        @Nullable Duration mostAge,
        Duration leastFresh,
        @Nullable Duration mostStale,
        Duration staleIfError) {

    /** The terms of a request. Pragma counts where there is no Cache-Control (section 5.4). */
    public static RequestCacheDirectives of(Headers request) {
        CacheControlDirectives directives = CacheControlDirectives.of(request.all("Cache-Control"));
        boolean pragma = !request.contains("Cache-Control")
                && CacheControlDirectives.of(request.all("Pragma")).has("no-cache");
        boolean anyStale = directives.isUnqualified("max-stale");
        return new RequestCacheDirectives(
                pragma || directives.has("no-cache"),
                directives.has("no-store"),
                directives.has("only-if-cached"),
                request.contains("Authorization"),
                directives.time("max-age"),
                orZero(directives.time("min-fresh")),
                anyStale ? CacheControlDirectives.MOST : directives.time("max-stale"),
                orZero(directives.time("stale-if-error")));
    }

    private static Duration orZero(@Nullable Duration time) {
        return time == null ? Duration.ZERO : time;
    }
}
