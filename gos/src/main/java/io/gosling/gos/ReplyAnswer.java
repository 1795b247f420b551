package io.gosling.gos;

import io.gosling.caching.StoredReply;
import io.gosling.document.Body;

/** What another node said when it was asked for a stored response of an origin. */
public sealed interface ReplyAnswer {
    /**
     * It had the response.
     *
     * @param reply as old as it is there
     * @param body closed by whoever receives it; may still be arriving, and has a length
     */
    record Lent(StoredReply reply, Body body) implements ReplyAnswer {}

    /** It does not hold the response, or not so that it may be used unasked. */
    record NotHeld() implements ReplyAnswer {}

    /** It could not be asked, or did not answer in time; {@code reason} is for the log. */
    record Failed(String reason) implements ReplyAnswer {}
}
