package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseCodec;
import io.gosling.caching.StoredResponseHead;
import java.io.IOException;

/**
 * A response of an origin, but for its bytes, as it is sent to another node. Its array is not changed.
 *
 * @param encoded by {@link StoredResponseCodec}, with its age when it was written
 * @param variant the key of the variant; empty for none
 */
public record PeerResponseHead(byte[] encoded, String variant) {
    public static PeerResponseHead of(StoredResponseHead reply, String variant, long nowNanos) {
        return new PeerResponseHead(StoredResponseCodec.write(reply, nowNanos), variant);
    }

    /**
     * Decodes the response.
     *
     * @param beforeNanos a time before it was written, from which its age counts
     * @throws IOException when the bytes are no response
     */
    public StoredResponseHead decode(long beforeNanos) throws IOException {
        return StoredResponseCodec.read(encoded, beforeNanos);
    }
}
