package io.gosling.replication.serve;

import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of the group, by its public address, which is where clients and the other servers reach it.
 *
 * @param host a name or an address in small letters, IPv6 in brackets
 * @param port 1 to 65535
 */
public record Peer(String host, int port) {
    private static final int USUAL = 80;
    private static final Pattern FORM =
            Pattern.compile("http://(\\[[0-9a-f:.]+]|[0-9a-z_.-]+)(?::([1-9][0-9]{0,4}))?/?", Pattern.CASE_INSENSITIVE);

    /**
     * Reads one such as {@code http://b.example:8080}.
     *
     * @throws IllegalArgumentException when it has another form: a path, a query, a user, another scheme
     */
    public static Peer parse(String url) {
        Matcher form = FORM.matcher(url);
        String port = form.matches() ? form.group(2) : "";
        int number = port == null ? USUAL : port.isEmpty() ? 0 : Integer.parseInt(port);
        if (number < 1 || number > 65_535) {
            throw new IllegalArgumentException("not http://HOST:PORT: " + url);
        }
        return new Peer(form.group(1).toLowerCase(Locale.ROOT), number);
    }

    /** What the others call it, and what stands in addresses of copies: host and port, without the usual port. */
    public String name() {
        return port == USUAL ? host : host + ":" + port;
    }

    /** What clients put before a path. */
    public String origin() {
        return "http://" + name();
    }

    /** Where to connect to; looks the name up, so never on an event loop. */
    InetSocketAddress address() {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new InetSocketAddress(bare, port);
    }
}
