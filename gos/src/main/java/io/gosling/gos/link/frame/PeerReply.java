package io.gosling.gos.link.frame;

import io.gosling.caching.ReplyCodec;
import io.gosling.caching.StoredReply;
import java.io.IOException;

/**
 * A response of an origin, but for its bytes, as it is sent to another node. Its array is not changed.
 *
 * @param encoded by {@link ReplyCodec}, with its age when it was written
 * @param variant the key of the variant; empty for none
 */
public record PeerReply(byte[] encoded, String variant) {
    public static PeerReply of(StoredReply reply, String variant, long nowNanos) {
        return new PeerReply(ReplyCodec.write(reply, nowNanos), variant);
    }

    /**
     * Decodes the response.
     *
     * @param beforeNanos a time before it was written, from which its age counts
     * @throws IOException when the bytes are no response
     */
    public StoredReply decode(long beforeNanos) throws IOException {
        return ReplyCodec.read(encoded, beforeNanos);
    }
}
