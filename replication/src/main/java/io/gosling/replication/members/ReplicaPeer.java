package io.gosling.replication.members;

import io.gosling.netty.client.HostResolver;
import java.net.InetSocketAddress;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of the replica set, by its public address, at which clients and the other servers reach it.
 *
 * @param host a name or an address in lower case, IPv6 in brackets
 * @param port 1 to 65535
 */
public record ReplicaPeer(boolean secure, String host, int port) {
    private static final int PLAIN_PORT = 80;
    private static final int SECURE_PORT = 443;
    private static final Pattern FORM = Pattern.compile(
            "(https?)://(\\[[0-9a-f:.]+]|[0-9a-z_.-]+)(?::([1-9][0-9]{0,4}))?/?", Pattern.CASE_INSENSITIVE);

    public ReplicaPeer(String host, int port) {
        this(false, host, port);
    }

    /**
     * Reads one such as {@code http://b.example:8080}.
     *
     * @throws IllegalArgumentException when it has another form: a path, a query, a user, another scheme
     */
    public static ReplicaPeer parse(String url) {
        Matcher form = FORM.matcher(url);
        if (!form.matches()) {
            throw new IllegalArgumentException("not http://HOST:PORT or https://HOST:PORT: " + url);
        }
        boolean secure = form.group(1).equalsIgnoreCase("https");
        String port = form.group(3);
        int number = port == null ? usual(secure) : Integer.parseInt(port);
        if (number > 65_535) {
            throw new IllegalArgumentException("port " + number + " is above 65535: " + url);
        }
        return new ReplicaPeer(secure, form.group(2).toLowerCase(Locale.ROOT), number);
    }

    private static int usual(boolean secure) {
        return secure ? SECURE_PORT : PLAIN_PORT;
    }

    /** Its name among the servers and in addresses of copies: host and port, without the scheme's default port. */
    public String name() {
        return port == usual(secure) ? host : host + ":" + port;
    }

    public String origin() {
        return (secure ? "https://" : "http://") + name();
    }

    /** The address to connect to; unresolved for a name. */
    public InetSocketAddress address() {
        return HostResolver.socket(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
    }
}
