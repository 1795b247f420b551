package io.gosling.netty;

import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a decoded request that the decoder let through. Pure.
 *
 * <p>Strict where two readers could understand a request differently (RFC 9112, section 11.2); after a refusal the
 * connection is closed.
 */
public final class WireRules {
    private final int headerCount;

    /**
     * Why a request is not taken.
     *
     * @param reason for the log and the error page; never echoes the request
     */
    public record Refusal(int status, String reason) {}

    public WireRules(HttpLimits limits) {
        this.headerCount = limits.headerCount();
    }

    /** The refusal of a request, or null when it may go on. Also looks at its decoder result. */
    public @Nullable Refusal check(HttpRequest request) {
        throw new UnsupportedOperationException(request.uri() + headerCount);
    }
}
