package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Cached;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the nearest cache behind the front-end says in {@code Cache-Status} (RFC 9211): its own is the last member of the
 * list, {@code hit} or {@code fwd=...} a parameter of it.
 */
final class CacheWord {
    private CacheWord() {}

    static Cached read(HttpHeaders headers) {
        List<String> lines = headers.getAll("Cache-Status");
        return lines.isEmpty() ? Cached.UNKNOWN : read(lines.getLast());
    }

    /** A quoted string may hold anything, commas and semicolons as well. */
    private static Cached read(String line) {
        @Nullable Cached said = null;
        boolean quoted = false;
        int begin = 0;
        for (int at = 0; at <= line.length(); at++) {
            char letter = at < line.length() ? line.charAt(at) : ',';
            if (quoted && letter == '\\') {
                at++;
            } else if (letter == '"') {
                quoted = !quoted;
            } else if (!quoted && (letter == ';' || letter == ',')) {
                Cached word = parameter(line.substring(begin, at).strip());
                said = word == null ? said : word;
                begin = at + 1;
                if (letter == ',' && at < line.length()) {
                    said = null;
                }
            }
        }
        return said == null ? Cached.UNKNOWN : said;
    }

    private static @Nullable Cached parameter(String text) {
        return text.equals("hit") ? Cached.HIT : text.startsWith("fwd=") ? Cached.MISS : null;
    }
}
