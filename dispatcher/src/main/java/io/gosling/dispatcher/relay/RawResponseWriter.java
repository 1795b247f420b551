package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.RawResponseHead;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * Writes a plain response to its client: the header, with our own additions, is held until it is known how much of the
 * body came with it, so that a small response leaves in one piece. Belongs to one response and its event loop.
 *
 * <p>A response is plain if {@link RawResponseHead} finds its header in what was read. Those to HTTP/2 or HTTP/1.0
 * clients, for HEAD, for policies that listen to responses, or where the back-end is named, are decoded ({@code
 * BackendResponseHead}) and encoded again.
 */
final class RawResponseWriter {
    /** Bytes of a body that are copied behind their header, cheaper than a second buffer. */
    private static final int COPIED = 4 << 10;

    /** Room for Via, Connection and the empty line. */
    private static final int OURS = 128;

    private final RawResponseOutput client;
    final int status;
    private final boolean keepAlive;
    private @Nullable ByteBuf header;

    /**
     * @param pseudonym the front-end's name in Via
     */
    RawResponseWriter(RawResponseHead response, RawResponseOutput client, boolean keepAlive, String pseudonym) {
        this.client = client;
        this.status = response.status();
        this.keepAlive = keepAlive;
        int copied = response.bodyBytes() <= COPIED ? (int) response.bodyBytes() : 0;
        ByteBuf begun = client.allocator().ioBuffer(response.keptBytes() + OURS + copied);
        response.writeTo(begun);
        ByteBufUtil.writeAscii(begun, "via: 1.1 ");
        ByteBufUtil.writeAscii(begun, pseudonym);
        ByteBufUtil.writeAscii(begun, keepAlive ? "\r\n\r\n" : "\r\nconnection: close\r\n\r\n");
        this.header = begun;
    }

    void pass(ByteBuf piece) {
        client.writePlainly(joined(piece));
    }

    /** Writes a held header alone, at the end of a read. */
    void goOn() {
        ByteBuf alone = take();
        if (alone != null) {
            client.writePlainly(alone);
        }
    }

    /** Writes the last piece; {@code whole} if the request is complete, so that the connection can be kept. */
    void end(ByteBuf piece, boolean whole) {
        client.endPlainly(joined(piece), keepAlive && whole);
    }

    void release() {
        ByteBuf unsent = take();
        if (unsent != null) {
            unsent.release();
        }
    }

    private ByteBuf joined(ByteBuf piece) {
        ByteBuf before = take();
        if (before == null) {
            return piece;
        }
        if (piece.readableBytes() <= COPIED && piece.readableBytes() <= before.writableBytes()) {
            before.writeBytes(piece);
            piece.release();
            return before;
        }
        client.writePlainly(before);
        return piece;
    }

    private @Nullable ByteBuf take() {
        ByteBuf held = header;
        header = null;
        return held;
    }
}
