package io.gosling.netty.http1;

import io.gosling.http.Headers;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The {@code Max-Forwards} header of a request: how many more times it may be forwarded (RFC 9110, section 7.6.2). It
 * limits OPTIONS only: TRACE is refused, and for other methods it means nothing. Pure.
 *
 * @param left the number as received, at most 2147483647; negative for no limit
 */
public record MaxForwards(int left) {
    public static final String NAME = "Max-Forwards";

    /** Larger numbers count as this one. */
    private static final int MOST = Integer.MAX_VALUE;

    private static final int MOST_DIGITS = 10;

    private static final MaxForwards UNLIMITED = new MaxForwards(-1);
    private static final Headers ALLOW = Headers.of("Allow", "GET, HEAD, OPTIONS");

    /** The limit of a request; null when its header cannot be read. */
    public static @Nullable MaxForwards of(HttpRequest request) {
        return request.method().equals(HttpMethod.OPTIONS)
                ? parse(request.headers().getAll(NAME))
                : UNLIMITED;
    }

    /** The limit of a request; null when its header cannot be read. */
    public static @Nullable MaxForwards of(String method, Headers headers) {
        return method.equals("OPTIONS") ? parse(headers.all(NAME)) : UNLIMITED;
    }

    private static @Nullable MaxForwards parse(List<String> values) {
        if (values.isEmpty()) {
            return UNLIMITED;
        }
        String digits = values.getFirst();
        if (values.size() > 1 || !digits.matches("[0-9]+")) {
            return null;
        }
        String number = digits.replaceFirst("^0+(?=.)", "");
        return new MaxForwards(number.length() > MOST_DIGITS ? MOST : (int) Math.min(MOST, Long.parseLong(number)));
    }

    /** Returns true if the request must be answered here, as if this server were its last recipient. */
    public boolean isSpent() {
        return left == 0;
    }

    /** Returns true if the next server gets the header with the value of {@link #next}. */
    public boolean isCounted() {
        return left > 0;
    }

    public String next() {
        return Integer.toString(left - 1);
    }

    /** The headers of the answer to a request that must not be forwarded: what a node answers for itself. */
    public static Headers answer() {
        return ALLOW;
    }
}
