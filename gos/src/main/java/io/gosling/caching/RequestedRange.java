package io.gosling.caching;

import io.gosling.http.Headers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the byte range of a request before the length of the representation is known (RFC 9110, section 14). Pure. */
public final class RequestedRange {
    private static final Pattern ONE = Pattern.compile(" *(?i:bytes)=([0-9]{1,18})-([0-9]{0,18}) *");

    private RequestedRange() {}

    /**
     * The only range of a GET, if it states its first byte; null for a request without a range, for a suffix range,
     * for several ranges, or for a range that cannot be read.
     */
    public static @Nullable ByteSpan one(Headers request) {
        String range = request.joined("Range");
        Matcher matcher = ONE.matcher(range == null ? "" : range);
        if (!matcher.matches()) {
            return null;
        }
        long first = Long.parseLong(matcher.group(1));
        long last = matcher.group(2).isEmpty() ? ByteSpan.OPEN : Long.parseLong(matcher.group(2));
        boolean all = first == 0 && last == ByteSpan.OPEN;
        return all || last < first ? null : new ByteSpan(first, last);
    }
}
