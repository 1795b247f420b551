package io.gosling.node.admin;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a {@code Host} header names this machine. Pure; names are not resolved, since a name may be made to
 * resolve to any address.
 */
final class LocalHost {
    /** A bracketed IPv6 address or anything without a colon, and perhaps a port (RFC 9110, section 7.2). */
    private static final Pattern HOST = Pattern.compile("(\\[[^\\]]*]|[^:\\[\\]]*)(?::[0-9]*)?");

    private static final Pattern FOUR = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private LocalHost() {}

    /** True if a {@code Host} header names this machine; a missing one, which no browser sends, does. */
    static boolean isMeant(@Nullable String field) {
        if (field == null) {
            return true;
        }
        Matcher form = HOST.matcher(field.strip());
        if (!form.matches()) {
            return false;
        }
        String host = form.group(1).toLowerCase(Locale.ROOT);
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.equals("[::1]")
                || FOUR.matcher(host).matches();
    }
}
