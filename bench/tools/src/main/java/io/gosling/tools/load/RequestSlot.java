package io.gosling.tools.load;

/**
 * A place for one request at a time: a connection of HTTP/1.1, or a stream slot on one of HTTP/2. It connects when it
 * is told to send and has no connection, and again after it has lost one. Used on its event loop.
 */
interface RequestSlot {
    /** A listener for the outcome of the request that is under way; each outcome is reported once. */
    interface Requester {
        void answered(RequestSlot link, int status, String kind, long bytes);

        /** @param lost whether to wait before the next request */
        void failed(RequestSlot link, RequestFailureReason why, boolean lost);
    }

    /** Sends a GET; the one before must be over. */
    void ask(byte[] target, long now);

    /** Gives up the request in progress if it was sent at this time or earlier. */
    void giveUp(long since);

    void close();
}
