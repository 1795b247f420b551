package io.gosling.replication.graph;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a relative address against the path of a page. */
final class RelativeUrlResolver {
    /** RFC 3986, appendix B: scheme, authority, path, query; the fragment has been cut off. */
    private static final Pattern PARTS =
            Pattern.compile("(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?]*))?([^?]*)(?:\\?(.*))?", Pattern.DOTALL);

    private RelativeUrlResolver() {}

    static LinkTarget against(String pagePath, String address) {
        Matcher parts = PARTS.matcher(withSlashes(address));
        if (!parts.matches() || parts.group(1) != null || parts.group(2) != null) {
            return new LinkTarget.Outside(address);
        }
        String path = parts.group(3);
        String query = Optional.ofNullable(parts.group(4))
                .map(RelativeUrlResolver::encode)
                .orElse("");
        if (path.isEmpty()) {
            return new LinkTarget.Inside(pagePath, query);
        }
        String absolute = path.startsWith("/") ? path : pagePath.substring(0, pagePath.lastIndexOf('/') + 1) + path;
        return new LinkTarget.Inside(encode(withoutDots(absolute)), query);
    }

    /** Browsers take a backslash before the query for a slash (URL standard, section 4.4). */
    private static String withSlashes(String address) {
        int query = address.indexOf('?');
        return query < 0
                ? address.replace('\\', '/')
                : address.substring(0, query).replace('\\', '/') + address.substring(query);
    }

    /** RFC 3986, section 5.2.4. */
    private static String withoutDots(String path) {
        Deque<String> kept = new ArrayDeque<>();
        String[] segments = path.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            String segment = segments[i].toLowerCase(Locale.ROOT).replace("%2e", ".");
            boolean dots = segment.equals(".") || segment.equals("..");
            if (segment.equals("..")) {
                kept.pollLast();
            }
            if (!dots) {
                kept.addLast(segments[i]);
            } else if (i == segments.length - 1) {
                kept.addLast("");
            }
        }
        return "/" + String.join("/", kept);
    }

    /** Percent-encodes what may not stand in a request line; what is encoded already stays as it is. */
    private static String encode(String text) {
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder encoded = new StringBuilder(octets.length);
        for (int i = 0; i < octets.length; i++) {
            int c = octets[i] & 0xFF;
            boolean stray = c == '%' && !(isHex(octets, i + 1) && isHex(octets, i + 2));
            if (stray || c <= ' ' || c >= 0x7F || "\"<>[\\]^`{|}".indexOf(c) >= 0) {
                encoded.append('%').append(String.format("%02X", c));
            } else {
                encoded.append((char) c);
            }
        }
        return encoded.toString();
    }

    private static boolean isHex(byte[] octets, int at) {
        return at < octets.length && Character.digit(octets[at], 16) >= 0;
    }
}
