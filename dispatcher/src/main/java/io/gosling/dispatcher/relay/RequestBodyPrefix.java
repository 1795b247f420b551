package io.gosling.dispatcher.relay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;

/**
 * The beginning of a body, gathered until the routing key is known or the body is over. Holds no more than that and the
 * last piece that came. Belongs to one request and its event loop.
 */
final class RequestBodyPrefix {
    private static final int AT_FIRST = 256;

    private final int wanted;
    private final ByteBuf gathered;
    private HttpHeaders trailers = EmptyHttpHeaders.INSTANCE;
    private boolean ended;

    RequestBodyPrefix(int wanted) {
        this.wanted = wanted;
        this.gathered = Unpooled.buffer(Math.min(wanted, AT_FIRST));
    }

    /** Adds a piece and its reference; returns true if complete. */
    boolean add(HttpContent piece) {
        gathered.writeBytes(piece.content());
        if (piece instanceof LastHttpContent end) {
            ended = true;
            trailers = end.trailingHeaders();
        }
        piece.release();
        return ended || gathered.readableBytes() >= wanted;
    }

    int bytes() {
        return gathered.readableBytes();
    }

    /** The text, a character for each byte. */
    String text() {
        int bytes = Math.min(wanted, gathered.readableBytes());
        return gathered.toString(gathered.readerIndex(), bytes, StandardCharsets.ISO_8859_1);
    }

    /** All of it as one piece, whose reference passes to the caller. */
    HttpContent whole() {
        if (!ended) {
            return new DefaultHttpContent(gathered);
        }
        LastHttpContent end = new DefaultLastHttpContent(gathered);
        end.trailingHeaders().add(trailers);
        return end;
    }

    void release() {
        gathered.release();
    }
}
