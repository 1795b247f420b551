package io.gosling.netty.client;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.List;

/**
 * Checks another server's decoded response for faults that the decoder let through. Pure. A response that is passed
 * on must end where its sender meant it to (RFC 9112, section 6.3), and mean what its sender meant.
 */
final class ResponseValidator {
    static final String MALFORMED = "is malformed: ";

    private static final int LEAST_STATUS = 100;
    private static final int MOST_STATUS = 999;

    private ResponseValidator() {}

    /** Returns the fault, as a sentence continues after "the response"; empty if there is none. */
    static String fault(HttpResponse head) {
        if (head.decoderResult().isFailure()) {
            return MALFORMED + head.decoderResult().cause().getMessage();
        }
        int status = head.status().code();
        if (status == HttpResponseStatus.SWITCHING_PROTOCOLS.code()) {
            return "is 101, which was not requested";
        }
        if (status < LEAST_STATUS || status > MOST_STATUS) {
            return "has the status " + status + ", which is none";
        }
        List<String> codings = head.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        boolean plain = codings.isEmpty()
                || (codings.size() == 1 && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst()));
        return plain ? "" : "has the transfer coding " + String.join(", ", codings) + ", which was not offered";
    }
}
