package io.gosling.bench.load;

/**
 * Where one request at a time can be under way: a connection of HTTP/1.1, or a place on one of HTTP/2. It connects when it is
 * asked to send and has no connection, and again after it has lost one. Used on its event loop.
 */
interface Link {
    /** What it tells of the request that is under way; each once. */
    interface Asker {
        void answered(Link link, int status, String kind, long bytes);

        /** @param lost whether there is reason to wait before the next one */
        void failed(Link link, Failure why, boolean lost);
    }

    /** Sends a GET; the one before must be over. */
    void ask(byte[] target, long now);

    /** Gives up what has been under way since then or longer. */
    void giveUp(long since);

    void close();
}
