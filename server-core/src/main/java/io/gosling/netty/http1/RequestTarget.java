package io.gosling.netty.http1;

import io.gosling.http.HeaderSyntax;
import io.netty.handler.codec.http.HttpMethod;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A request target as an origin server gets it (RFC 9112, section 3.2): path and query, or {@code *}.
 *
 * @param authority host and port where the client sent the absolute form; it overrides Host (section 3.2.2)
 */
public record RequestTarget(String uri, @Nullable String authority) {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Reads {@code /path?query}, {@code *}, or {@code http://host/path?query}; null for anything else. */
    public static @Nullable RequestTarget parse(String target) {
        if (target.startsWith("/") || target.equals("*")) {
            return new RequestTarget(target, null);
        }
        int scheme = schemeLength(target);
        if (scheme == 0) {
            return null;
        }
        int end = scheme;
        while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        String authority = target.substring(scheme, end);
        if (!AuthoritySyntax.isValid(authority)) {
            return null;
        }
        String rest = target.substring(end);
        return new RequestTarget(rest.startsWith("/") ? rest : "/" + rest, authority);
    }

    /** Reads the target of a method: an OPTIONS without a path is for the server as a whole (section 3.2.4). */
    public static @Nullable RequestTarget parse(HttpMethod method, String target) {
        RequestTarget parsed = parse(target);
        if (parsed == null || parsed.authority == null || !method.equals(HttpMethod.OPTIONS)) {
            return parsed;
        }
        return target.endsWith("://" + parsed.authority) ? new RequestTarget("*", parsed.authority) : parsed;
    }

    /**
     * Returns a target in which bytes beyond ASCII are percent-encoded (RFC 3986, section 2.5): some clients send them
     * as they are.
     *
     * @param target each byte as the character of its number
     */
    public static String encoded(String target) {
        if (HeaderSyntax.isAscii(target)) {
            return target;
        }
        StringBuilder encoded = new StringBuilder(3 * target.length());
        for (int i = 0; i < target.length(); i++) {
            char octet = target.charAt(i);
            if (octet < 0x80) {
                encoded.append(octet);
            } else {
                encoded.append('%').append(HEX.toHexDigits((byte) octet));
            }
        }
        return encoded.toString();
    }

    private static int schemeLength(String target) {
        if (target.regionMatches(true, 0, "http://", 0, 7)) {
            return 7;
        }
        return target.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
    }
}
