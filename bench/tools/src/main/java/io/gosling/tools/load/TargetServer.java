package io.gosling.tools.load;

import java.net.InetSocketAddress;
import java.net.URI;

/** A server under load. */
public record TargetServer(String authority, InetSocketAddress address, boolean secure) {
    /**
     * The server of a URL, whose path is ignored.
     *
     * @throws IllegalArgumentException when it is none of HTTP, or may not be asked
     */
    static TargetServer of(URI url, LoadTargetAddressCheck reach) {
        boolean secure = "https".equals(url.getScheme());
        if (!secure && !"http".equals(url.getScheme()) || url.getHost() == null || url.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "'" + url + "' cannot be asked; expected http://HOST:PORT/PATH or https://... (no user)");
        }
        int port = url.getPort() >= 0 ? url.getPort() : secure ? 443 : 80;
        return new TargetServer(
                url.getRawAuthority(), new InetSocketAddress(reach.resolve(url.getHost()), port), secure);
    }

    /** The path and query of a URL. */
    public static String path(URI url) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    public static TargetServer near(InetSocketAddress address) {
        return of(
                URI.create("http://" + address.getHostString() + ":" + address.getPort() + "/"),
                new LoadTargetAddressCheck(false));
    }
}
