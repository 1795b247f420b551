package io.gosling.netty.http1;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.util.List;

/**
 * A response decoder that is stricter than Netty's and finds the end of a body by {@link MessageFraming}. It is given
 * each request's method before the response can arrive. Bytes after a failure are discarded. Belongs to one
 * connection and its event loop. Bytes after a response that make no whole header are no message: they show only in
 * {@link #isBetweenResponses}.
 */
public class ResponseDecoder extends HttpResponseDecoder implements ResponseBoundaryTracker {
    private final ChunkLineValidator chunks = new ChunkLineValidator();
    private boolean toHead;
    private boolean begun;
    private boolean http10;
    private boolean failed;

    public ResponseDecoder(HttpDecoderConfig config) {
        super(config);
    }

    /** Sets the request that the next final response answers: a HEAD, so that no body follows, or another. */
    public final void expect(boolean head) {
        toHead = head;
    }

    /** Returns whether a part of a response has been read that is not passed on yet. */
    protected final boolean hasBegun() {
        return begun;
    }

    @Override
    public boolean isBetweenResponses() {
        return !begun && actualReadableBytes() == 0;
    }

    /**
     * Requires HTTP/1 in the status line (RFC 9112, section 4). A minor version above 1 is read as HTTP/1.1, and so is
     * HTTP/1.0 until the header is read: there Netty accepts several {@code Content-Length}.
     */
    @Override
    protected HttpMessage createMessage(String[] firstLine) {
        begun = true;
        if (!RawHeaderValidator.isHttp1(firstLine[0])) {
            throw new IllegalArgumentException("the status line must begin with HTTP/1.1 or HTTP/1.0");
        }
        if (!isStatus(firstLine[1])) {
            throw new IllegalArgumentException("the status must have three digits");
        }
        if (holdsControl(firstLine[2])) {
            throw new IllegalArgumentException("the reason phrase holds a control character");
        }
        http10 = firstLine[0].equals(HttpVersion.HTTP_1_0.text());
        firstLine[0] = HttpVersion.HTTP_1_1.text();
        return super.createMessage(firstLine);
    }

    private static boolean isStatus(String text) {
        return text.length() == 3
                && RawHeaderValidator.isDigit(text.charAt(0))
                && RawHeaderValidator.isDigit(text.charAt(1))
                && RawHeaderValidator.isDigit(text.charAt(2));
    }

    private static boolean holdsControl(String reason) {
        for (int at = 0; at < reason.length(); at++) {
            char c = reason.charAt(at);
            if ((c < ' ' && c != '\t') || c == 0x7f) {
                return true;
            }
        }
        return false;
    }

    /** Rejects text between name and colon, which Netty skips (RFC 9112, section 5.1). */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        if (line[start + length] != ':') {
            throw new IllegalArgumentException("the name of a header must end with a colon");
        }
        return super.splitHeaderName(line, start, length);
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws Exception {
        if (failed) {
            in.skipBytes(in.readableBytes());
            return;
        }
        int before = out.size();
        int from = in.readerIndex();
        if (chunks.check(in)) {
            super.decode(context, in, out);
        } else {
            out.add(ChunkLineValidator.malformed(in));
        }
        for (int i = before; i < out.size(); i++) {
            if (out.get(i) instanceof HttpObject decoded) {
                follow(decoded);
            }
        }
        chunks.taken(in.readerIndex() - from);
    }

    private void follow(HttpObject decoded) {
        failed |= decoded.decoderResult().isFailure();
        if (!failed
                && decoded instanceof HttpResponse response
                && MessageFraming.responseBody(response, toHead) == MessageFraming.CHUNKED) {
            chunks.begin();
        }
        if (decoded instanceof LastHttpContent) {
            chunks.end();
            begun = false;
        }
    }

    /** Called behind the header. A final response to HEAD may announce a body that does not come. */
    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        if (http10) {
            message.setProtocolVersion(HttpVersion.HTTP_1_0);
        }
        return MessageFraming.isBodiless(((HttpResponse) message).status(), toHead);
    }

    /** Behind any 101 comes the other protocol (RFC 9110, section 15.2.2), whatever its {@code Upgrade} says. */
    @Override
    protected boolean isSwitchingToNonHttp1Protocol(HttpResponse response) {
        return response.status().code() == HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }
}
