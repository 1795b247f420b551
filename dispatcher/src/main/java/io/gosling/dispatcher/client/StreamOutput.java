package io.gosling.dispatcher.client;

import io.gosling.netty.http2.Http2Streams;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of an HTTP/2 stream, with a bound on the part of a body that waits for the client's window. Belongs to one
 * stream and its event loop.
 */
final class StreamOutput {
    /** Bytes of a response that wait for the client's window, beside what one read brings. */
    static final int MUCH = 64 << 10;

    private static final int LITTLE = 32 << 10;

    private final Http2Streams streams;
    private final Http2Stream stream;
    private final Runnable roomy;
    private @Nullable Http2Headers unsent;
    private int waiting;
    private boolean crowded;

    /** @param roomy told when there is room again, after there was none */
    StreamOutput(Http2Streams streams, Http2Stream stream, Runnable roomy) {
        this.streams = streams;
        this.stream = stream;
        this.roomy = roomy;
    }

    /** Whether more of a body can be taken. */
    boolean hasRoom() {
        crowded = waiting >= MUCH;
        return !crowded;
    }

    /** Bytes of the body that wait for the client's window. */
    int waiting() {
        return waiting;
    }

    /** Whether what is sent at once, as interim responses are, would leave at once. */
    boolean isFlowing() {
        return streams.channel().isWritable();
    }

    void interim(Http2Headers header) {
        streams.writeHead(stream, header, false, streams.newPromise());
        streams.flush();
    }

    /** The response's header, sent with what follows it. */
    void head(Http2Headers header) {
        unsent = header;
    }

    /** A piece of the body, whose reference passes to here. */
    void body(ByteBuf piece) {
        sendHead(false, streams.newPromise());
        data(piece, false, streams.newPromise());
    }

    void flush() {
        sendHead(false, streams.newPromise());
        streams.flush();
    }

    /**
     * The end, sent at once.
     *
     * @param sent told when everything has gone
     */
    void end(LastHttpContent end, ChannelPromise sent) {
        if (!end.trailingHeaders().isEmpty()) {
            sendHead(false, streams.newPromise());
            streams.writeHead(stream, StreamHeaderMapping.trailers(end), true, sent);
        } else if (!sendHead(true, sent)) {
            data(Unpooled.EMPTY_BUFFER, true, sent);
        }
        streams.flush();
    }

    /** Sends what there is to send, and tells when it has gone. */
    void afterAll(Runnable then) {
        ChannelPromise sent = streams.newPromise();
        sent.addListener(done -> then.run());
        sendHead(false, streams.newPromise());
        data(Unpooled.EMPTY_BUFFER, false, sent);
        streams.flush();
    }

    /** What was not sent stays unsent. */
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
