package io.gosling.netty.tls;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Selects one of several certificates for a server name: the one that has exactly this name, else one with a wildcard
 * in place of its first label, else the first. Of two that have the same name the earlier one is taken. Immutable.
 */
final class CertificateSelector {
    private final Map<String, Integer> places = new HashMap<>();

    CertificateSelector(List<Set<String>> names) {
        for (int place = 0; place < names.size(); place++) {
            for (String name : names.get(place)) {
                places.putIfAbsent(name, place);
            }
        }
    }

    int find(@Nullable String asked) {
        if (asked == null) {
            return 0;
        }
        String name = plain(asked);
        Integer exact = places.get(name);
        if (exact != null) {
            return exact;
        }
        int dot = name.indexOf('.');
        // A wildcard stands for exactly one label (RFC 9525, section 6.3).
        return dot <= 0 ? 0 : places.getOrDefault("*" + name.substring(dot), 0);
    }

    static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
