package io.gosling.dispatcher.backend;

import io.gosling.http.HostNameNormalizer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scheme and authority under which clients reach a back-end directly; it serves the same paths below it as the
 * front-end.
 *
 * @param scheme {@code http} or {@code https}
 * @param authority a name or an address, and perhaps a port, in lower case
 */
public record BackendPublicUrl(String scheme, String authority) {
    private static final Pattern FORM = Pattern.compile(
            "(https?)://((?:\\[[0-9a-f:.]+]|[0-9a-z_.-]+)(?::([1-9][0-9]{0,4}))?)/?", Pattern.CASE_INSENSITIVE);

    /**
     * Parses a URL such as {@code https://n1.example.org}.
     *
     * @throws IllegalArgumentException when it has another form: a path, a query, a user
     */
    public static BackendPublicUrl parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || (form.group(3) != null && Integer.parseInt(form.group(3)) > 65_535)) {
            throw new IllegalArgumentException("the public URL is \"" + text
                    + "\"; expected http or https, a host and perhaps a port from 1 to 65535, and no path,"
                    + " as in https://n1.example.org");
        }
        return new BackendPublicUrl(
                form.group(1).toLowerCase(Locale.ROOT), form.group(2).toLowerCase(Locale.ROOT));
    }

    /** Values of Host in requests to this URL: with the port, and without it if it is the default port. */
    public Set<String> hosts() {
        String port = scheme.equals("https") ? ":443" : ":80";
        String named = canonical(authority);
        if (named.endsWith(port)) {
            return Set.of(named, named.substring(0, named.length() - port.length()));
        }
        boolean another = named.lastIndexOf(':') > named.lastIndexOf(']');
        return another ? Set.of(named) : Set.of(named, named + port);
    }

    /** The canonical form of a host with an optional port, for comparison. */
    public static String canonical(String hostAndPort) {
        return HostNameNormalizer.of(hostAndPort) + hostAndPort.substring(HostNameNormalizer.end(hostAndPort));
    }

    @Override
    public String toString() {
        return scheme + "://" + authority;
    }
}
