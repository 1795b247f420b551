package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a response may be stored, and with which properties (RFC 9111, section 3). Pure.
 *
 * @param guessedMost the longest heuristic lifetime, used where the origin states none; zero for none
 * @param absent the lifetime of responses that report absence ({@link ResponseReuseTerms#ABSENT}), where the origin
 *     states none
 * @param failed the lifetime of responses that report a failure of the origin ({@link ResponseReuseTerms#FAILED}),
 *     where the origin states none
 */
public record StoringRules(Duration guessedMost, Duration absent, Duration failed) {
    /**
     * The reason for a response to a request with a cookie, for which the origin states no lifetime: it may depend on
     * the owner of the cookie. Responses to requests without a cookie are not affected.
     */
    public static final String COOKIE = "cookie";

    /** The reason for a response that has neither a lifetime nor a validator. */
    public static final String NO_LIFETIME = "no-lifetime";

    /** A response about the connection it came on, and so no other request's. */
    static final int UPGRADE_REQUIRED = 426;

    /** The statuses that this cache understands (section 3, must-understand). */
    private static final Set<Integer> UNDERSTOOD =
            Set.of(200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 500, 501, 502, 503, 504);

    public sealed interface Storing {
        /** The reason for not storing it, as Cache-Status has it; empty for a stored one. */
        default String reason() {
            return "";
        }

        record Stored(StoredResponseHead reply) implements Storing {}

        record NotStored(String reason) implements Storing {}
    }

    public record Arrival(Instant requested, Instant received, long receivedNanos) {}

    public Storing judge(Headers request, int status, Headers response, Arrival arrival) {
        CacheControlDirectives directives =
                EffectiveCacheDirectives.of(response).directives();
        ResponseReuseTerms terms = ResponseReuseTerms.of(status, response, arrival.received(), this);
        String reason = reason(request, status, response, directives, terms);
        if (!reason.isEmpty()) {
            return new Storing.NotStored(reason);
        }
        Duration age = initialAge(response, arrival);
        Headers fields = CacheHeaderSelector.of(response, directives, arrival.received());
        StoredResponseHead reply = new StoredResponseHead(
                status, fields, terms, age, arrival.receivedNanos(), SurrogateKeyParser.of(fields));
        boolean fresh = terms.lifetime().compareTo(age) > 0 && !terms.validatedAlways();
        boolean useful = fresh || reply.hasValidator() || isUsedStale(terms);
        return useful ? new Storing.Stored(reply) : new Storing.NotStored(NO_LIFETIME);
    }

    /** The corrected initial age (section 4.2.3). Of the Age headers the first counts, if it is a number. */
    private static Duration initialAge(Headers response, Arrival arrival) {
        List<String> ages = HeaderListParser.members(response.all("Age"));
        Duration told = Duration.ofSeconds(
                        ages.isEmpty() ? 0 : Math.max(0, CacheControlDirectives.seconds(ages.getFirst())))
                .plus(positive(arrival.requested(), arrival.received()));
        Instant sent = HttpDateFormat.parse(response.first("Date"));
        Duration apparent = sent == null ? Duration.ZERO : positive(sent, arrival.received());
        return told.compareTo(apparent) > 0 ? told : apparent;
    }

    private static Duration positive(Instant from, Instant to) {
        return to.isAfter(from) ? Duration.between(from, to) : Duration.ZERO;
    }

    /**
     * Returns true if a response that is not stored may be given to all who wait for it. Not with {@code no-store},
     * however many requests reach the origin then: it forbids a cache to satisfy any other request with the response
     * (section 5.2.2.5), and so those that have been collapsed (section 4).
     */
    public static boolean mayShare(Headers response) {
        CacheControlDirectives directives =
                EffectiveCacheDirectives.of(response).directives();
        return !directives.has("no-store")
                && !directives.has("private")
                && !response.contains("Set-Cookie")
                && !VariantKeyBuilder.namesOf(response).contains("*");
    }

    private static boolean isUsedStale(ResponseReuseTerms terms) {
        return terms.staleIfError().isPositive() || terms.staleWhileRevalidate().isPositive();
    }

    private static String reason(
            Headers request,
            int status,
            Headers response,
            CacheControlDirectives directives,
            ResponseReuseTerms terms) {
        boolean mustUnderstand = directives.has("must-understand");
        if (status == 206 || status == 304 || status == UPGRADE_REQUIRED || status < 200) {
            return "status-" + status;
        }
        if (mustUnderstand && !UNDERSTOOD.contains(status)) {
            return "must-understand";
        }
        if (directives.has("no-store") && !mustUnderstand) {
            return "no-store";
        }
        if (directives.isUnqualified("private")) {
            return "private";
        }
        if (CacheControlDirectives.of(request.all("Cache-Control")).has("no-store")) {
            return "request-no-store";
        }
        if (request.contains("Authorization") && !terms.shared()) {
            return "authorization";
        }
        boolean everybodys = directives.has("public") || directives.has("s-maxage");
        if (response.contains("Set-Cookie") && !everybodys && !qualifies(directives, "set-cookie")) {
            return "set-cookie";
        }
        if (request.contains("Cookie") && !terms.explicit() && !everybodys) {
            return COOKIE;
        }
        if (VariantKeyBuilder.namesOf(response).contains("*")) {
            return "vary-any";
        }
        return terms.explicit() || terms.lifetime().isPositive() || ResponseReuseTerms.isHeuristic(status, directives)
                ? ""
                : "status-" + status;
    }

    /** True if a header is left out of the stored response. */
    private static boolean qualifies(CacheControlDirectives directives, String field) {
        List<String> names = directives.fieldNames("private");
        return names.contains(field) || directives.fieldNames("no-cache").contains(field);
    }
}
