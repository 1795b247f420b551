package io.gosling.dispatcher.downstream;

import io.gosling.netty.http2.Http2Streams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of an HTTP/2 stream, with a bound on the part of a body that waits for the client's window. Belongs to one
 * stream and its event loop.
 */
final class Http2ResponseOutput {
    /** Bytes of a response that may wait for the client's window, plus one read. */
    static final int MUCH = 64 << 10;

    private static final int LITTLE = 32 << 10;

    private final Http2Streams streams;
    private final Http2Stream stream;
    private final Runnable roomy;
    private @Nullable Http2Headers unsent;
    private int waiting;
    private boolean crowded;

    /** @param roomy run when there is room again */
    Http2ResponseOutput(Http2Streams streams, Http2Stream stream, Runnable roomy) {
        this.streams = streams;
        this.stream = stream;
        this.roomy = roomy;
    }

    boolean hasRoom() {
        crowded = waiting >= MUCH;
        return !crowded;
    }

    /** Bytes of the body that wait for the client's window. */
    int waiting() {
        return waiting;
    }

    void interim(Http2Headers header) {
        streams.writeHead(stream, header, false, streams.newPromise());
        streams.flush();
    }

    void head(Http2Headers header) {
        unsent = header;
    }

    void body(ByteBuf piece) {
        sendHead(false, streams.newPromise());
        data(piece, false, streams.newPromise());
    }

    void flush() {
        sendHead(false, streams.newPromise());
        streams.flush();
    }

    /** Sends the end; {@code sent} completes when everything has gone. */
    void end(LastHttpContent end, ChannelPromise sent) {
        if (!end.trailingHeaders().isEmpty()) {
            sendHead(false, streams.newPromise());
            streams.writeHead(stream, Http2ResponseHeaderMapping.trailers(end), true, sent);
        } else if (!sendHead(true, sent)) {
            data(Unpooled.EMPTY_BUFFER, true, sent);
        }
        streams.flush();
    }

    /** Ends the response without trailers; the result completes when all has been sent, or cannot be. */
    ChannelFuture end() {
        ChannelPromise sent = streams.newPromise();
        end(LastHttpContent.EMPTY_LAST_CONTENT, sent);
        return sent;
    }

    /** Completes when all that was written has gone, or cannot go. */
    ChannelFuture afterAll() {
        ChannelPromise sent = streams.newPromise();
        sendHead(false, streams.newPromise());
        data(Unpooled.EMPTY_BUFFER, false, sent);
        streams.flush();
        return sent;
    }

    void forget() {
        unsent = null;
    }

    private boolean sendHead(boolean last, ChannelPromise sent) {
        Http2Headers ready = unsent;
        unsent = null;
        if (ready != null) {
            streams.writeHead(stream, ready, last, sent);
        }
        return ready != null;
    }

    private void data(ByteBuf content, boolean last, ChannelPromise sent) {
        int bytes = content.readableBytes();
        waiting += bytes;
        sent.addListener(done -> sent(bytes));
        streams.writeData(stream, content, last, sent);
    }

    private void sent(int bytes) {
        waiting -= bytes;
        if (crowded && waiting <= LITTLE) {
            crowded = false;
            roomy.run();
        }
    }
}
