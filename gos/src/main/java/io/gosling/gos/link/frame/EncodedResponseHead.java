package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import java.io.IOException;

/**
 * A response of an origin, but for its bytes, as it is sent to another node. Its array is not changed.
 *
 * @param encoded by {@link StoredResponseHeadCodec}, with its age when it was written
 * @param variant the key of the variant; empty for none
 */
public record EncodedResponseHead(byte[] encoded, String variant) {
    public static EncodedResponseHead of(StoredResponseHead reply, String variant, long nowNanos) {
        return new EncodedResponseHead(StoredResponseHeadCodec.write(reply, nowNanos), variant);
    }

    /**
     * Decodes the response.
     *
     * @param beforeNanos a time before it was written, from which its age counts
     * @throws IOException when the bytes are no response
     */
    public StoredResponseHead decode(long beforeNanos) throws IOException {
        return StoredResponseHeadCodec.read(encoded, beforeNanos);
    }
}
