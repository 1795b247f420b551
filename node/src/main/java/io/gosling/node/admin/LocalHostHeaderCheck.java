package io.gosling.node.admin;

import io.gosling.http.HostNameNormalizer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a {@code Host} header names this machine. Pure; names are not resolved, since a name may be made to
 * resolve to any address.
 */
final class LocalHostHeaderCheck {
    private static final Pattern FOUR = Pattern.compile("127(\\.[0-9]{1,3}){3}");

    private LocalHostHeaderCheck() {}

    /** True if a {@code Host} header names this machine; a missing one, which no browser sends, does. */
    static boolean isMeant(@Nullable String field) {
        if (field == null) {
            return true;
        }
        String host = HostNameNormalizer.of(field.strip());
        return host.equals("localhost")
                || host.endsWith(".localhost")
                || host.equals("[::1]")
                || FOUR.matcher(host).matches();
    }
}
