package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which bytes a request is about, while it is not known what there is (RFC 9110, section 14). Pure. */
public final class RequestedRange {
    private static final Pattern ONE = Pattern.compile(" *(?i:bytes)=([0-9]{1,18})-([0-9]{0,18}) *");

    private RequestedRange() {}

    /**
     * The one range that a GET asks for by its first byte; null where it asks for all, for the last so many bytes, for
     * several ranges, or for what cannot be read.
     */
    public static @Nullable Span one(Headers request) {
        String range = request.joined("Range");
        Matcher matcher = ONE.matcher(range == null ? "" : range);
        if (!matcher.matches()) {
            return null;
        }
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2).isEmpty() ? Span.OPEN : Long.parseLong(matcher.group(2));
        boolean all = first == 0 && last == Span.OPEN;
        return all || last < first ? null : new Span(first, last);
    }
}
