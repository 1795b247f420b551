package io.gosling.dispatcher;

import java.time.Duration;

/** An admitted request and the back-end that was chosen for it: what a {@link Delivery} can do with it, on its loop. */
interface Assignment {
    ClientRequestHead request();

    Backend chosen();

    /** Passes the request on to the back-end, and its answer to the client. */
    void relay();

    /**
     * Sends the client to the back-end.
     *
     * @param load how long it then counts as a request there
     */
    void sendThere(OwnAnswer answer, Duration load);
}
