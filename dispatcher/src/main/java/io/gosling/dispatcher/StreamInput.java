package io.gosling.dispatcher;

import io.netty.handler.codec.http.HttpContent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What a stream's client has sent and nobody has asked for yet, handed over one piece at a time. The stream's window opens
 * by what was handed over, so that no more waits here than the window has room for. Belongs to one stream and its event
 * loop.
 */
final class StreamInput {
    private final Consumer<HttpContent> to;
    private final IntConsumer taken;
    private final Deque<HttpContent> pieces = new ArrayDeque<>();
    private boolean wanted;
    private boolean giving;

    /**
     * @param to gets the pieces with their references
     * @param taken told of the bytes before they are handed over
     */
    StreamInput(Consumer<HttpContent> to, IntConsumer taken) {
        this.to = to;
        this.taken = taken;
    }

    /** A piece came. */
    void arrived(HttpContent piece) {
        pieces.add(piece);
        give();
    }

    /** Asks for one more. A loop and not a recursion, however many are there already. */
    void more() {
        wanted = true;
        give();
    }

    private void give() {
        if (giving) {
            return;
        }
        giving = true;
        while (wanted && !pieces.isEmpty()) {
            wanted = false;
            HttpContent piece = pieces.remove();
            taken.accept(piece.content().readableBytes());
            to.accept(piece);
        }
        giving = false;
    }

    /** Nobody will ask again. */
    void clear() {
        while (!pieces.isEmpty()) {
            HttpContent piece = pieces.remove();
            taken.accept(piece.content().readableBytes());
            piece.release();
        }
    }
}
