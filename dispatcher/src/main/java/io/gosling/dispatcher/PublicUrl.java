package io.gosling.dispatcher;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where clients reach a back-end themselves: a scheme and an authority, below which it has the same paths as the front-end.
 *
 * @param scheme {@code http} or {@code https}
 * @param authority a name or an address, and perhaps a port, in small letters
 */
public record PublicUrl(String scheme, String authority) {
    private static final Pattern FORM = Pattern.compile(
            "(https?)://((?:\\[[0-9a-f:.]+]|[0-9a-z_.-]+)(?::([1-9][0-9]{0,4}))?)/?", Pattern.CASE_INSENSITIVE);

    /**
     * Reads one such as {@code https://n1.example.org}.
     *
     * @throws IllegalArgumentException when it has another form: a path, a query, a user
     */
    public static PublicUrl parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches() || (form.group(3) != null && Integer.parseInt(form.group(3)) > 65_535)) {
            throw new IllegalArgumentException(
                    "the public URL is \"" + text
                            + "\"; expected http or https, a host and perhaps a port from 1 to 65535, and no path, as in https://n1.example.org");
        }
        return new PublicUrl(
                form.group(1).toLowerCase(Locale.ROOT), form.group(2).toLowerCase(Locale.ROOT));
    }

    /** How requests that were sent there name their host: with the port or without, if it is the usual one. */
    Set<String> hosts() {
        String port = scheme.equals("https") ? ":443" : ":80";
        if (authority.endsWith(port)) {
            return Set.of(authority, authority.substring(0, authority.length() - port.length()));
        }
        boolean another = authority.lastIndexOf(':') > authority.lastIndexOf(']');
        return another ? Set.of(authority) : Set.of(authority, authority + port);
    }

    /** The URL of a target there. */
    String of(String target) {
        return this + target;
    }

    @Override
    public String toString() {
        return scheme + "://" + authority;
    }
}
