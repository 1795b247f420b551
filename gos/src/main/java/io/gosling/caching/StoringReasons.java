package io.gosling.caching;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The reasons of Cache-Status for not storing a response, in words. Pure. */
public final class StoringReasons {
    private static final Pattern DETAIL = Pattern.compile("; detail=([a-z-]+)([0-9]*)");

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("no-store", "Cache-Control has no-store (RFC 9111, section 5.2.2.5)"),
            Map.entry("private", "Cache-Control has private (RFC 9111, section 5.2.2.7)"),
            Map.entry("must-understand", "this status is not understood (RFC 9111, section 5.2.2.3)"),
            Map.entry("request-no-store", "the request has no-store (RFC 9111, section 5.2.1.5)"),
            Map.entry("authorization", "the request had credentials (RFC 9111, section 3.5)"),
            Map.entry("user", "it was made for a user (RFC 9111, section 3.5)"),
            Map.entry("set-cookie", "it has Set-Cookie, and neither public nor s-maxage (RFC 9111, section 7.3)"),
            Map.entry(StoringRules.COOKIE, "the request had a cookie, and the response states no lifetime"),
            Map.entry("vary-any", "Vary: * selects it for no other request (RFC 9111, section 4.1)"),
            Map.entry(StoringRules.NO_LIFETIME, "it has neither lifetime nor validator (RFC 9111, section 4.2)"),
            Map.entry("status-", "this status is not stored without a lifetime (RFC 9111, section 3)"),
            Map.entry("too-large", "it is larger than cache.max-object, or too much was being fetched"),
            Map.entry("late", "its header came too late to be ordered among purges"),
            Map.entry("no-end", "nothing tells that it came completely (RFC 9111, section 3.3)"),
            Map.entry("no-lease", "this node had no lease, so that it may have missed a purge"));

    private StoringReasons() {}

    /** Explains the detail of a Cache-Status, after a colon; empty where it has none, or one that is no reason. */
    public static String ofCacheStatus(String handling) {
        Matcher detail = DETAIL.matcher(handling);
        String words = detail.find() ? WORDS.get(detail.group(1)) : null;
        return words == null ? "" : ": " + words;
    }
}
