package io.gosling.dispatcher;

import org.jspecify.annotations.Nullable;

/**
 * The request target, in the form in which an origin server gets it (RFC 9112, section 3.2).
 *
 * @param uri path and query, or {@code *}
 * @param authority host and port where the client sent the absolute form; it overrides Host
 */
record RequestTarget(String uri, @Nullable String authority) {
    /** Reads {@code /path?query}, {@code *}, or {@code http://host/path?query}; null for anything else. */
    static @Nullable RequestTarget parse(String uri) {
        if (uri.startsWith("/") || uri.equals("*")) {
            return new RequestTarget(uri, null);
        }
        int scheme = schemeLength(uri);
        if (scheme == 0) {
            return null;
        }
        int end = scheme;
        while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
            end++;
        }
        String authority = uri.substring(scheme, end);
        if (authority.isEmpty() || authority.indexOf('@') >= 0) {
            return null;
        }
        String rest = uri.substring(end);
        return new RequestTarget(rest.startsWith("/") ? rest : "/" + rest, authority);
    }

    private static int schemeLength(String uri) {
        if (uri.regionMatches(true, 0, "http://", 0, 7)) {
            return 7;
        }
        return uri.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
    }
}
