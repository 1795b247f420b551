package io.gosling.origin.upstream;

import io.gosling.netty.client.HostResolver;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The address of an origin server: scheme, host and port.
 *
 * @param secure true if it speaks HTTPS
 * @param host a name or an address, in lower case; of IPv6 without brackets
 */
public record OriginAddress(boolean secure, String host, int port) {
    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    /**
     * The address of a URL such as {@code https://app.example.org/}.
     *
     * @throws IllegalArgumentException with the expected form
     */
    public static OriginAddress parse(String url) {
        try {
            return of(new URI(url), url);
        } catch (URISyntaxException e) {
            throw wrong(url, e);
        }
    }

    private static OriginAddress of(URI uri, String url) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean secure = scheme.equals("https");
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        boolean bare = (path.isEmpty() || path.equals("/"))
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null
                && uri.getRawUserInfo() == null;
        if (!(secure || scheme.equals("http")) || uri.getHost() == null || !bare || uri.getPort() > 0xffff) {
            throw wrong(url, null);
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        boolean bracketed = host.startsWith("[");
        int port = uri.getPort() < 0 ? (secure ? HTTPS : HTTP) : uri.getPort();
        return new OriginAddress(secure, bracketed ? host.substring(1, host.length() - 1) : host, port);
    }

    private static IllegalArgumentException wrong(String url, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "origin \"" + url + "\"; expected http or https, a host and perhaps a port, and no path, such as"
                        + " https://app.example.org/ or http://127.0.0.1:3000",
                cause);
    }

    /** The value of Host in a request to it: the port only where it is not the scheme's default. */
    public String authority() {
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return port == (secure ? HTTPS : HTTP) ? name : name + ":" + port;
    }

    /** The address to connect to; unresolved for a name. */
    InetSocketAddress socket() {
        return HostResolver.socket(host, port);
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + authority();
    }
}
