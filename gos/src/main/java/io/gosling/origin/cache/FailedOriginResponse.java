package io.gosling.origin.cache;

import io.gosling.caching.StoringRules;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream;
import java.io.ByteArrayInputStream;

/**
 * An origin's whole response that reports a failure, on its way to all who waited for it; never stored. Immutable.
 *
 * @param asked the header of the request that it answered
 */
record FailedOriginResponse(int status, Headers headers, byte[] body, Headers asked) {
    /** One that others may not have ({@link #mayBe}): who has no stale response asks for itself. */
    static final FailedOriginResponse OF_ONE =
            new FailedOriginResponse(0, Headers.empty(), new byte[0], Headers.empty());

    /** Larger ones are not shared. */
    static final int MOST_BYTES = 64 << 10;

    /**
     * Returns true if others may have a response.
     *
     * @param endsInTime true if a body of unknown length ends, or fails, by itself
     */
    static boolean mayBe(Upstream.Answer answer, boolean endsInTime) {
        boolean small = answer.length() < 0 ? endsInTime : answer.length() <= MOST_BYTES;
        return small && StoringRules.mayShare(answer.headers());
    }

    /** Returns true if another request would have been answered the same. */
    boolean isFor(CacheRequest request) {
        return status > 0 && VariantKeyBuilder.of(headers, request.sent()).equals(VariantKeyBuilder.of(headers, asked));
    }

    Upstream.Answer answer() {
        return new Upstream.Answer(status, headers, body.length, new ByteArrayInputStream(body), () -> {});
    }
}
