package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content range of a 206 response (RFC 9110, section 14.4). Pure. */
public record ContentRange(ByteSpan span, long length) {
    private static final Pattern RANGE = Pattern.compile("(?i:bytes) +([0-9]{1,18})-([0-9]{1,18})/([0-9]{1,18})");

    /** Parses a 206; null when it has several parts, does not state the length of the whole, or is inconsistent. */
    public static @Nullable ContentRange of(Headers response) {
        String range = response.joined("Content-Range");
        Matcher matcher = RANGE.matcher(range == null ? "" : range.strip());
        if (!matcher.matches()) {
            return null;
        }
        long first = Long.parseLong(matcher.group(1));
        long last = Long.parseLong(matcher.group(2));
        long length = Long.parseLong(matcher.group(3));
        return first <= last && last < length ? new ContentRange(new ByteSpan(first, last), length) : null;
    }

    public boolean isWhole() {
        return span.length() == length;
    }

    /** Returns true if it has the requested range, as far as the whole has that much. */
    public boolean answers(ByteSpan asked) {
        return asked.first() < length && span.equals(asked.within(length));
    }

    /** The headers of the 200 that it is a part of (RFC 9111, section 3.4). */
    public static Headers ofWhole(Headers partial) {
        return partial.without("Content-Range").without("Content-Length");
    }
}
