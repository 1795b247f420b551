package io.gosling.netty.http1;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Compares header names as the least careful reader does: without case, and with {@code _} for {@code -}, since
 * back-ends that read headers as variables confuse the two ({@code X-Real-IP} and {@code X_Real_IP} are both {@code
 * HTTP_X_REAL_IP}). Pure.
 */
public final class HeaderNameMatcher {
    private HeaderNameMatcher() {}

    /** Returns whether a name begins with this prefix, which is in lower case and hyphens. */
    public static boolean begins(CharSequence name, String beginning) {
        if (name.length() < beginning.length()) {
            return false;
        }
        for (int at = 0; at < beginning.length(); at++) {
            if (plain(name.charAt(at)) != beginning.charAt(at)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if a name is this one, which is in lower case and hyphens. */
    public static boolean is(CharSequence name, String other) {
        return name.length() == other.length() && begins(name, other);
    }

    /** Removes every header of such a name. Allocates next to nothing when there is none. */
    public static void remove(HttpHeaders headers, Predicate<CharSequence> names) {
        List<CharSequence> found = null;
        Iterator<Map.Entry<CharSequence, CharSequence>> fields = headers.iteratorCharSequence();
        while (fields.hasNext()) {
            CharSequence name = fields.next().getKey();
            if (names.test(name)) {
                found = found == null ? new ArrayList<>() : found;
                found.add(name);
            }
        }
        if (found != null) {
            found.forEach(headers::remove);
        }
    }

    /** Returns whether a name begins with one of these prefixes. */
    public static boolean beginsInOneWay(CharSequence name, List<String> beginnings) {
        for (int at = 0; at < beginnings.size(); at++) {
            if (begins(name, beginnings.get(at))) {
                return true;
            }
        }
        return false;
    }

    public static boolean isOneOf(CharSequence name, List<String> others) {
        for (int at = 0; at < others.size(); at++) {
            if (is(name, others.get(at))) {
                return true;
            }
        }
        return false;
    }

    private static char plain(char letter) {
        if (letter == '_') {
            return '-';
        }
        return letter >= 'A' && letter <= 'Z' ? (char) (letter + ('a' - 'A')) : letter;
    }
}
