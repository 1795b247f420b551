package io.gosling.caching;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The directives of a Cache-Control header, of a request or a response (RFC 9111, section 5.2). Immutable.
 *
 * <p>Read leniently: a malformed directive has no usable value, and of a directive that is repeated the first one
 * counts (section 4.2.1). A time that cannot be read counts as no time at all, which is the safe side.
 */
record CacheControlDirectives(Map<String, String> values) {
    /** Longer times are as long as this (section 1.2.2). */
    static final long MOST_SECONDS = 1L << 31;

    /** Older than anything is fresh for. */
    static final Duration MOST = Duration.ofSeconds(MOST_SECONDS);

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final int MOST_DIGITS = 18;
    private static final CacheControlDirectives NONE = new CacheControlDirectives(Map.of());

    static CacheControlDirectives of(List<String> lines) {
        if (lines.isEmpty()) {
            return NONE;
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (String member : HeaderListParser.members(lines)) {
            int equals = member.indexOf('=');
            String name = equals < 0 ? member : member.substring(0, equals);
            values.putIfAbsent(name.strip().toLowerCase(Locale.ROOT), equals < 0 ? "" : value(name, member, equals));
        }
        return new CacheControlDirectives(values);
    }

    /** A space beside the equals sign is no part of the grammar: the value is then left as something unreadable. */
    private static String value(String name, String member, int equals) {
        String value = member.substring(equals + 1);
        boolean spaced = name.endsWith(" ") || value.startsWith(" ");
        return spaced ? " " : HeaderListParser.unquoted(value);
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** True if there is one without an argument, such as {@code no-cache}, which applies to everything. */
    boolean isUnqualified(String name) {
        String value = values.get(name);
        return value != null && value.isBlank();
    }

    List<String> fieldNames(String name) {
        return HeaderListParser.lowerCase(List.of(values.getOrDefault(name, "")));
    }

    /** Returns the time of a directive; null when absent, zero when it is no number of seconds. */
    @Nullable
    Duration time(String name) {
        String value = values.get(name);
        return value == null ? null : Duration.ofSeconds(Math.max(0, seconds(value)));
    }

    static long seconds(String text) {
        if (!DIGITS.matcher(text).matches()) {
            return -1;
        }
        return text.length() > MOST_DIGITS ? MOST_SECONDS : Math.min(MOST_SECONDS, Long.parseLong(text));
    }
}
