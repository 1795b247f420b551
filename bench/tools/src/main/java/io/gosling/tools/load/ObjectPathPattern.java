package io.gosling.tools.load;

import io.gosling.tools.report.ReportTextFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A pattern that turns objects of a trace into request targets: {@code {id}} and {@code {size}} stand for an object's
 * name and bytes.
 */
record ObjectPathPattern(String pattern) {
    /** For objects whose names are no paths. */
    static final ObjectPathPattern USUAL = new ObjectPathPattern("/trace/{id}?size={size}");

    ObjectPathPattern {
        if (!pattern.startsWith("/") || !isTarget(pattern.replace("{id}", "").replace("{size}", ""))) {
            throw new IllegalArgumentException("the pattern is '" + pattern
                    + "'; expected a path such as /trace/{id}?size={size}, without spaces and control characters");
        }
    }

    byte[] target(String id, long size) {
        return bytes(pattern.replace("{id}", encoded(id, false)).replace("{size}", Long.toString(size)));
    }

    /** A name that is a path or a URL, as a target; null if it is neither. */
    static byte @Nullable [] own(String name) {
        int scheme = name.indexOf("://");
        if (name.startsWith("/")) {
            return bytes(encoded(name, true));
        }
        if (scheme < 0 || !name.regionMatches(true, 0, "http", 0, 4)) {
            return null;
        }
        int path = name.indexOf('/', scheme + 3);
        return bytes(path < 0 ? "/" : encoded(name.substring(path), true));
    }

    private static byte[] bytes(String target) {
        return target.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isTarget(String text) {
        return text.chars().allMatch(c -> c > ' ' && c < 0x7F && c != '#');
    }

    /** Percent-encodes the characters that a target may not have; of an id also those that delimit one. */
    private static String encoded(String text, boolean path) {
        if (isTarget(text) && (path || text.chars().noneMatch(c -> "/?&%".indexOf(c) >= 0))) {
            return text;
        }
        StringBuilder encoded = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = c > ' ' && c < 0x7F && c != '#' && (path || "/?&%".indexOf(c) < 0);
            encoded.append(plain ? String.valueOf(c) : ReportTextFormat.format("%%%02X", c & 0xFF));
        }
        return encoded.toString();
    }
}
