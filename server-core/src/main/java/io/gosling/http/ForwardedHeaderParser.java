package io.gosling.http;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the addresses in {@code X-Forwarded-For} and {@code Forwarded} (RFC 7239) in every lawful spelling: with a
 * port, in brackets, quoted. Pure.
 */
public final class ForwardedHeaderParser {
    private static final Pattern NODE = Pattern.compile("\"?+(?:(?:\\[([0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)]|([0-9.]+))"
            + "(?::(?:[0-9]{1,5}|_[A-Za-z0-9._-]+))?|([0-9A-Fa-f:.]+))\"?+");

    private static final Pattern HIDDEN = Pattern.compile("\"?+(?:unknown|_[A-Za-z0-9._-]+)\"?+");

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

    private ForwardedHeaderParser() {}

    /**
     * Returns the client of a request. The chain of proxies is read from the right, over trusted ones, as everything
     * further left may be the client's own invention. {@code Forwarded} counts only where there is no {@code
     * X-Forwarded-For}: a proxy that writes one of them passes on what clients write into the other.
     *
     * @param headers returns all values of a name, joined by commas; null for none
     * @return null when a trusted proxy names no client that can be read
     */
    public static @Nullable InetAddress of(
            InetAddress peer, Predicate<InetAddress> proxies, Function<String, @Nullable String> headers) {
        return proxies.test(peer) ? behind(peer, proxies, headers) : peer;
    }

    /** The same where the other end is trusted, whatever its address. */
    public static @Nullable InetAddress behind(
            InetAddress peer, Predicate<InetAddress> proxies, Function<String, @Nullable String> headers) {
        String hops = headers.apply("X-Forwarded-For");
        List<String> chain = hops != null ? List.of(hops.split(",", -1)) : nodes(headers.apply("Forwarded"));
        InetAddress client = peer;
        for (int at = chain.size() - 1; at >= 0 && client != null; at--) {
            client = address(chain.get(at).strip());
            if (client != null && !proxies.test(client)) {
                return client;
            }
        }
        return client;
    }

    private static @Nullable InetAddress address(String hop) {
        Matcher node = NODE.matcher(hop);
        if (!node.matches()) {
            return null;
        }
        String text = node.group(1) != null ? node.group(1) : node.group(2) != null ? node.group(2) : node.group(3);
        return literal(text);
    }

    /** Returns the address that this text is, or null when it is a name or malformed. Asks no name server. */
    public static @Nullable InetAddress literal(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return null;
        }
        try {
            return InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /**
     * Returns the nodes that {@code for} names in the elements of {@code Forwarded}, in order: empty for none, or one
     * that cannot be read. Where a quote is not closed, nothing can.
     */
    public static List<String> nodes(@Nullable String forwarded) {
        if (forwarded == null) {
            return List.of();
        }
        List<String> elements = split(forwarded, ',');
        return elements.isEmpty()
                ? List.of("")
                : elements.stream().map(ForwardedHeaderParser::node).toList();
    }

    private static String node(String element) {
        List<String> named = split(element, ';').stream()
                .map(String::strip)
                .filter(pair -> pair.regionMatches(true, 0, "for=", 0, 4))
                .map(pair -> pair.substring(4))
                .toList();
        return named.size() == 1
                        && (NODE.matcher(named.getFirst()).matches()
                                || HIDDEN.matcher(named.getFirst()).matches())
                ? named.getFirst()
                : "";
    }

    /** Splits at a mark outside of quoted strings; empty if one of these is not closed. */
    private static List<String> split(String text, char mark) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int start = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            quoted ^= c == '"';
            if (c == '\\' && quoted) {
                at++;
            } else if (c == mark && !quoted) {
                parts.add(text.substring(start, at));
                start = at + 1;
            }
        }
        parts.add(text.substring(start));
        return quoted ? List.of() : parts;
    }
}
