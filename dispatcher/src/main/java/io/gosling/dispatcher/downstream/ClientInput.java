package io.gosling.dispatcher.downstream;

import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The input of a client connection, read one message at a time and only on demand, with one request ahead. Anything
 * that the client sends beyond that waits in the socket. Belongs to one connection and its event loop.
 */
final class ClientInput {
    private final Channel channel;
    private final Runnable exhausted;
    private @Nullable HttpRequest ahead;
    private boolean reading;
    private boolean wanted;
    private boolean starved; // a read was asked for and has brought nothing yet
    private boolean ended;

    /** @param exhausted run when more was requested after the end; perhaps several times */
    ClientInput(Channel channel, Runnable exhausted) {
        this.channel = channel;
        this.exhausted = exhausted;
    }

    /** Requests one more message, in a loop without recursion; a second one may belong to a later request. */
    void more() {
        wanted = true;
        if (reading) {
            return;
        }
        reading = true;
        while (wanted && ahead == null) {
            wanted = false;
            if (!starved) {
                starved = true;
                channel.read();
            }
        }
        reading = false;
        checkEnd();
    }

    void arrived() {
        starved = false;
    }

    /** Repeats a read that was requested while the socket was being read, since it counted for that read only. */
    void readComplete() {
        if (starved && !ended) {
            channel.read();
        }
    }

    /** Ends the input; buffered data may still be read. */
    void end() {
        ended = true;
        checkEnd();
    }

    boolean hasEnded() {
        return ended;
    }

    private void checkEnd() {
        if (ended && starved) {
            exhausted.run();
        }
    }

    void keep(HttpRequest request) {
        ahead = request;
    }

    @Nullable
    HttpRequest kept() {
        return ahead;
    }

    void clear() {
        ahead = null;
    }
}
