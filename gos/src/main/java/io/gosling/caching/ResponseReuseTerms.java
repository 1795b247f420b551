package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The terms on which a response may be reused, and for how long: parsed from its header once, when it arrives. Pure.
 *
 * @param lifetime time for which it is fresh, from its sending by the origin (RFC 9111, section 4.2.1)
 * @param explicit true if its origin stated it; a heuristic lifetime is not explicit (section 4.2.2)
 * @param validatedAlways never reused without asking its origin (section 5.2.2.4)
 * @param neverStale not used stale on this cache's own account (sections 4.2.4, 5.2.2.2, 5.2.2.8, 5.2.2.10)
 * @param shared may be used for others even where the request carried credentials (section 3.5)
 * @param staleWhileRevalidate time after its lifetime for which it may be used while its origin is asked (RFC 5861,
 *     section 3)
 * @param staleIfError time after its lifetime for which it may be used when its origin fails (RFC 5861, section 4)
 */
public record ResponseReuseTerms(
        Duration lifetime,
        boolean explicit,
        boolean validatedAlways,
        boolean neverStale,
        boolean shared,
        Duration staleWhileRevalidate,
        Duration staleIfError) {

    /** Statuses that may be stored for a guessed time (RFC 9110, section 15.1); 206 is not stored here at all. */
    private static final Set<Integer> HEURISTIC = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501);

    /** Of those, the statuses that report absence, and are likely to do so for a while. */
    static final Set<Integer> ABSENT = Set.of(404, 405, 410, 414, 501);

    /** Failures, which no cache stores unasked. */
    static final Set<Integer> FAILED = Set.of(500, 502, 503, 504);

    /** A heuristic lifetime is this part of the time since the last change, as section 4.2.2 proposes. */
    private static final int GUESSED_PART = 10;

    /**
     * The terms of a response.
     *
     * @param received time at which its header came; stands for a missing Date
     * @param rules the lifetimes where the origin states none
     */
    static ResponseReuseTerms of(int status, Headers response, Instant received, StoringRules rules) {
        EffectiveCacheDirectives meant = EffectiveCacheDirectives.of(response);
        CacheControlDirectives directives = meant.directives();
        boolean forbidden = directives.has("must-revalidate") || directives.has("proxy-revalidate");
        boolean sharedLifetime = directives.has("s-maxage");
        @Nullable Duration explicit = explicit(directives, meant.targeted() ? Headers.empty() : response, received);
        Duration guess = explicit == null ? guess(status, directives, response, received, rules) : Duration.ZERO;
        return new ResponseReuseTerms(
                explicit == null ? guess : explicit,
                explicit != null,
                directives.isUnqualified("no-cache"),
                forbidden || sharedLifetime || directives.has("no-cache"),
                directives.has("public") || directives.has("must-revalidate") || sharedLifetime,
                window(directives, "stale-while-revalidate", forbidden),
                window(directives, "stale-if-error", forbidden));
    }

    ResponseReuseTerms withLifetime(Duration other) {
        return new ResponseReuseTerms(
                other, explicit, validatedAlways, neverStale, shared, staleWhileRevalidate, staleIfError);
    }

    /** Returns true if a response may be stored without an explicit lifetime, at least for revalidation. */
    static boolean isHeuristic(int status, CacheControlDirectives directives) {
        return HEURISTIC.contains(status) || directives.has("public");
    }

    private static @Nullable Duration explicit(CacheControlDirectives directives, Headers response, Instant received) {
        for (String name : List.of("s-maxage", "max-age")) {
            Duration time = directives.time(name);
            if (time != null) {
                return time;
            }
        }
        List<String> expires = response.all("Expires");
        if (expires.isEmpty()) {
            return null;
        }
        // A date that cannot be read, such as 0, is one in the past (section 5.3).
        Instant until = HttpDateFormat.parse(expires.getFirst());
        Instant from = date(response, received);
        return until != null && until.isAfter(from) ? Duration.between(from, until) : Duration.ZERO;
    }

    private static Duration guess(
            int status, CacheControlDirectives directives, Headers response, Instant received, StoringRules rules) {
        Duration own =
                ABSENT.contains(status) ? rules.absent() : FAILED.contains(status) ? rules.failed() : Duration.ZERO;
        if (own.isPositive()) {
            return own;
        }
        return isHeuristic(status, directives) ? guess(response, received, rules.guessedMost()) : Duration.ZERO;
    }

    private static Duration guess(Headers response, Instant received, Duration most) {
        Instant changed = HttpDateFormat.parse(response.first("Last-Modified"));
        Instant sent = date(response, received);
        if (changed == null || !changed.isBefore(sent)) {
            return Duration.ZERO;
        }
        Duration part = Duration.between(changed, sent).dividedBy(GUESSED_PART);
        return part.compareTo(most) < 0 ? part : most;
    }

    private static Instant date(Headers response, Instant received) {
        Instant sent = HttpDateFormat.parse(response.first("Date"));
        return sent == null ? received : sent;
    }

    private static Duration window(CacheControlDirectives directives, String name, boolean forbidden) {
        Duration window = directives.time(name);
        return window == null || forbidden ? Duration.ZERO : window;
    }
}
