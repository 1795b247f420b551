package io.gosling.dispatcher.downstream;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Received data of an HTTP/2 stream that was not requested yet, passed on one piece at a time. The stream's window
 * opens by what was passed on, so that no more waits here than the window has room for. Belongs to one stream and its
 * event loop.
 *
 * <p>Data that has to wait behind other data is copied into buffers of its own: each piece keeps alive the whole buffer
 * that it was read into, and a client may send a window's bytes one by one.
 */
final class Http2RequestInput {
    private static final int GATHERED = 16 << 10;

    private final Consumer<HttpContent> to;
    private final IntConsumer taken;
    private final Deque<HttpContent> pieces = new ArrayDeque<>();
    private @Nullable ByteBuf gathering;
    private boolean wanted;
    private boolean giving;

    Http2RequestInput(Consumer<HttpContent> to, IntConsumer taken) {
        this.to = to;
        this.taken = taken;
    }

    void arrived(HttpContent piece) {
        if (pieces.isEmpty() || piece instanceof LastHttpContent) {
            pieces.add(piece);
            gathering = null;
        } else {
            gather(piece.content());
            piece.release();
        }
        give();
    }

    private void gather(ByteBuf bytes) {
        while (bytes.isReadable()) {
            ByteBuf to = gathering;
            if (to == null || to.maxWritableBytes() == 0) {
                to = bytes.alloc().buffer(Math.min(bytes.readableBytes(), GATHERED), GATHERED);
                pieces.add(new DefaultHttpContent(to));
                gathering = to;
            }
            to.writeBytes(bytes, Math.min(bytes.readableBytes(), to.maxWritableBytes()));
        }
    }

    /** Requests one more piece. Loops without recursion. */
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
            to.accept(next());
        }
        giving = false;
    }

    void giveRest() {
        if (!giving && !pieces.isEmpty() && pieces.getLast() instanceof LastHttpContent) {
            giving = true;
            while (!pieces.isEmpty()) {
                to.accept(next());
            }
            giving = false;
        }
    }

    void clear() {
        while (!pieces.isEmpty()) {
            next().release();
        }
    }

    private HttpContent next() {
        HttpContent piece = pieces.remove();
        gathering = pieces.isEmpty() ? null : gathering;
        taken.accept(piece.content().readableBytes());
        return piece;
    }
}
