package io.gosling.origin.upstream;

import io.gosling.http.HostNameNormalizer;
import java.util.regex.Pattern;

/**
 * The normalized form of a client's Host, under which responses are stored and which the origin receives; equivalent
 * spellings have one form: that of {@link HostNameNormalizer}, without leading zeros in the port, and without the
 * default port (RFC 9110, section 4.2.3) or an empty one (RFC 3986, section 3.2.3). With any other port it is another
 * host. Pure.
 */
public final class HostHeaderNormalizer {
    private static final Pattern PORT = Pattern.compile("[0-9]{0,9}");

    private HostHeaderNormalizer() {}

    public static String of(String host, boolean secure) {
        return of(host, secure ? 443 : 80);
    }

    /** Returns the host without a default port, as purges use it. */
    static String purged(String host) {
        return of(of(host, 80), 443);
    }

    private static String of(String host, int usual) {
        String name = HostNameNormalizer.of(host);
        int end = HostNameNormalizer.end(host);
        if (end == host.length()) {
            return name;
        }
        String port = host.substring(end + 1);
        if (!PORT.matcher(port).matches()) {
            return name + ":" + port;
        }
        int number = port.isEmpty() ? usual : Integer.parseInt(port);
        return number == usual ? name : name + ":" + number;
    }
}
