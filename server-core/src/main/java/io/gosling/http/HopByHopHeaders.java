package io.gosling.http;

import java.util.HashSet;
import java.util.Set;

/**
 * The names, in lower case, of headers that concern one connection and not the message's next recipient (RFC 9110,
 * section 7.6.1). Forwarders must also remove what {@code Connection} names.
 */
public final class HopByHopHeaders {
    /** Those that the sender of a message on a connection writes itself. */
    public static final Set<String> NAMES =
            Set.of("connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade");

    /** Those that an intermediary removes: old clients send it Proxy-Connection, which no server writes. */
    public static final Set<String> NOT_FORWARDED = with(NAMES, "proxy-connection");

    /** Those that no message of HTTP/2 has (RFC 9113, section 8.2.2): of the others, TE and Trailer stay. */
    public static final Set<String> NOT_IN_HTTP2 = without(NOT_FORWARDED, "te", "trailer");

    private HopByHopHeaders() {}

    /** These names and more, in lower case. */
    public static Set<String> with(Set<String> names, String... more) {
        Set<String> all = new HashSet<>(names);
        all.addAll(Set.of(more));
        return Set.copyOf(all);
    }

    /** These names but for some, in lower case. */
    public static Set<String> without(Set<String> names, String... some) {
        Set<String> others = new HashSet<>(names);
        others.removeAll(Set.of(some));
        return Set.copyOf(others);
    }
}
