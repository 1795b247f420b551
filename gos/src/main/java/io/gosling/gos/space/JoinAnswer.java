package io.gosling.gos.space;

import io.gosling.caching.StoredReply;
import java.io.InputStream;

/** What another node said when it was asked for a response that it has or is bringing. */
public sealed interface JoinAnswer {
    /**
     * The response, whole or still coming there.
     *
     * @param reply as old as it is there
     * @param variant what tells it apart from others of its URL, by the fields it names in Vary; empty where it names none
     * @param length in bytes, or -1 when it is not known yet
     * @param body closed by whoever receives it; ends with an {@link java.io.IOException} when the other node breaks off
     */
    record Given(StoredReply reply, String variant, long length, InputStream body) implements JoinAnswer {}

    /** The bytes that the asker has still hold, as this response says; otherwise as {@link Given}. */
    record Same(StoredReply reply, String variant) implements JoinAnswer {}

    /** What came is not for others: each for itself, at once. */
    record Apart() implements JoinAnswer {}

    /** It asked the origin for all, and the origin failed: what to answer instead of asking again. */
    record Failed(OriginFailure why) implements JoinAnswer {}

    /** It neither holds it nor brings it. */
    record NotHeld() implements JoinAnswer {}

    /** It has no place for one more node that asks, and goes on with what it is bringing: each for itself, at once. */
    record Full() implements JoinAnswer {}

    /**
     * It did not answer in time, or gives nothing just now, whatever it holds.
     *
     * @param reason for the log
     * @param again whether it may answer otherwise when it is asked once more
     */
    record Refused(String reason, boolean again) implements JoinAnswer {
        /** Of which it is not known whether it lasts. */
        public Refused(String reason) {
            this(reason, true);
        }
    }
}
