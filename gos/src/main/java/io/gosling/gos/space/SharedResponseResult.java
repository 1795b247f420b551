package io.gosling.gos.space;

import io.gosling.caching.StoredResponseHead;
import java.io.InputStream;

/** The answer of another node to a request for a response that it has or is fetching. */
public sealed interface SharedResponseResult {
    /**
     * The response, whole or still arriving there.
     *
     * @param reply with its age there
     * @param variant the part that distinguishes it from others of its URL, by the headers it names in Vary; empty
     *     where it names none
     * @param length in bytes, or -1 when it is not known yet
     * @param body closed by the receiver; ends with an {@link java.io.IOException} when the other node breaks off
     */
    record Given(StoredResponseHead reply, String variant, long length, InputStream body)
            implements SharedResponseResult {}

    /** The bytes that the requester has are still valid, as this response shows; otherwise as {@link Given}. */
    record Same(StoredResponseHead reply, String variant) implements SharedResponseResult {}

    /** The response cannot be shared: each requester fetches for itself, at once. */
    record Apart() implements SharedResponseResult {}

    /** The node asked the origin for all, and the origin failed: the answer to give instead of asking again. */
    record Failed(OriginFailure why) implements SharedResponseResult {}

    /** The node neither holds the response nor fetches it. */
    record NotHeld() implements SharedResponseResult {}

    /**
     * The node has no place for one more requester, and continues its fetch: each requester fetches for itself, at
     * once.
     */
    record Full() implements SharedResponseResult {}

    /**
     * The node did not answer in time, or gives nothing at present.
     *
     * @param again true if a repeated request may succeed
     */
    record Refused(String reason, boolean again) implements SharedResponseResult {
        /** Of which it is not known whether it lasts. */
        public Refused(String reason) {
            this(reason, true);
        }
    }
}
