package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.policy.CacheResult;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Parses {@code Cache-Status} (RFC 9211) for the result of the nearest cache behind the front-end: that is the last
 * member of the list, with {@code hit} or {@code fwd=...} as a parameter. A response that was stale, or that memory
 * could not have answered, is no miss.
 */
public final class CacheStatusHeader {
    private static final Set<String> MISSES = Set.of("miss", "uri-miss", "vary-miss");

    private CacheStatusHeader() {}

    public static CacheResult read(HttpHeaders headers) {
        List<String> lines = headers.getAll("Cache-Status");
        return lines.isEmpty() ? CacheResult.UNKNOWN : read(lines.getLast());
    }

    private static CacheResult read(String line) {
        @Nullable CacheResult said = null;
        boolean quoted = false;
        int begin = 0;
        for (int at = 0; at <= line.length(); at++) {
            char letter = at < line.length() ? line.charAt(at) : ',';
            if (quoted && letter == '\\') {
                at++;
            } else if (letter == '"') {
                quoted = !quoted;
            } else if (!quoted && (letter == ';' || letter == ',')) {
                CacheResult word = parameter(line.substring(begin, at).strip());
                said = word == null ? said : word;
                begin = at + 1;
                if (letter == ',' && at < line.length()) {
                    said = null;
                }
            }
        }
        return said == null ? CacheResult.UNKNOWN : said;
    }

    private static @Nullable CacheResult parameter(String text) {
        if (text.equals("hit")) {
            return CacheResult.HIT;
        }
        return !text.startsWith("fwd=")
                ? null
                : MISSES.contains(text.substring(4)) ? CacheResult.MISS : CacheResult.UNKNOWN;
    }
}
