package io.gosling.replication.members;

/**
 * The number and size of responses from copies.
 *
 * @param bytes of their bodies
 */
public record CopyTraffic(long requests, long bytes) {
    public static final CopyTraffic NONE = new CopyTraffic(0, 0);

    public CopyTraffic plus(CopyTraffic more) {
        return new CopyTraffic(requests + more.requests, bytes + more.bytes);
    }
}
