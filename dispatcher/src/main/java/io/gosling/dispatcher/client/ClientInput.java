package io.gosling.dispatcher.client;

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

    /** @param exhausted run when more was requested and no more will ever come; perhaps several times */
    ClientInput(Channel channel, Runnable exhausted) {
        this.channel = channel;
        this.exhausted = exhausted;
    }

    /**
     * Requests one more message. This is a loop and not a recursion, however many messages are there already. It reads
     * one message at a time, because a second one may belong to a request whose turn has not come.
     */
    void more() {
        wanted = true;
        if (reading) {
            return;
        }
        reading = true;
        while (wanted && ahead == null) {
            wanted = false;
            readOne();
        }
        reading = false;
        checkEnd();
    }

    private void readOne() {
        if (!starved) {
            starved = true;
            channel.read();
        }
    }

    /** A message came. */
    void arrived() {
        starved = false;
    }

    /** Repeats a read that was requested while the socket was being read, because it counted for that read only. */
    void readComplete() {
        if (starved && !ended) {
            channel.read();
        }
    }

    /** The client sends no more; what it has sent may still be read. */
    void end() {
        ended = true;
        checkEnd();
    }

    /** Whether the client sends no more. */
    boolean hasEnded() {
        return ended;
    }

    private void checkEnd() {
        if (ended && starved) {
            exhausted.run();
        }
    }

    /** Keeps a request whose turn has not come; nothing more is read until it is taken. */
    void keep(HttpRequest request) {
        ahead = request;
    }

    /** The request that was kept. */
    @Nullable
    HttpRequest kept() {
        return ahead;
    }

    /** The request that was kept is taken, or given up. */
    void clear() {
        ahead = null;
    }
}
