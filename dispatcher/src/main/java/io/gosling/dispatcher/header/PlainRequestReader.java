package io.gosling.dispatcher.header;

import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.http.HopByHopHeaders;
import io.gosling.netty.fastpath.PlainRequest;
import io.gosling.netty.fastpath.PlainRequestParser;
import io.gosling.netty.fastpath.PlainSyntax;
import io.gosling.netty.http1.ForwardingHeaderNames;
import io.gosling.netty.http1.HeaderNameMatcher;
import io.gosling.netty.limits.HttpLimits;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.util.AsciiString;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the requests of one client that a back-end gets as the bytes that came, without {@code Connection} and with the
 * lines of {@link ForwardingHeaderAppender}, which are the same for all requests with one Host. Every other request is
 * left to the decoder: one with a body or an upgrade, with a header that names a client, or that is for one connection.
 * Belongs to the client's event loop.
 */
public final class PlainRequestReader {
    private static final ThreadLocal<Parser> PARSER = ThreadLocal.withInitial(Parser::new);

    private static final class Parser extends PlainRequestParser {
        Parser() {
            super(HttpLimits.defaults());
        }

        @Override
        protected boolean isLeft(byte[] bytes, int from, int length) {
            AsciiString name = new AsciiString(bytes, from, length, false);
            return PlainSyntax.isAmong(LEFT, bytes, from, length)
                    || ForwardingHeaderNames.include(name)
                    || HeaderNameMatcher.begins(name, ClientRequestHead.AMONG_NODES);
        }
    }

    private static final byte[][][] LEFT = PlainSyntax.byLength(HopByHopHeaders.with(
                    HopByHopHeaders.without(HopByHopHeaders.NOT_FORWARDED, "connection"),
                    "content-length",
                    "expect",
                    "http2-settings",
                    "proxy-authorization",
                    "via")
            .toArray(String[]::new));

    private final SocketAddress client;
    private final ForwardingHeaderAppender forwardedFor;
    private byte[] authority = {};
    private byte[] lines = {};
    private @Nullable RelaySettings settings;

    public PlainRequestReader(SocketAddress client, ForwardingHeaderAppender forwardedFor) {
        this.client = client;
        this.forwardedFor = forwardedFor;
    }

    /** Reads a plain request, and passes over it; null, and touches nothing, at any other. */
    @SuppressWarnings("ReferenceEquality") // other settings are another object, and the same ones mostly this one
    public @Nullable ClientRequestHead read(ByteBuf in, HttpLimits limits, RelaySettings now) {
        PlainRequestParser parser = PARSER.get();
        parser.within(limits);
        if (!parser.read(in)) {
            return null;
        }
        if (!parser.isFor(authority) || settings != now) {
            authority = parser.authority();
            settings = now;
            lines = forwardedFor.lines(client, new String(authority, StandardCharsets.US_ASCII));
        }
        PlainRequest outgoing = parser.forwarded(lines);
        if (outgoing == null) {
            return null;
        }
        in.skipBytes(parser.length());
        return new ClientRequestHead(outgoing, 0, !parser.isLast(), false, false, false, false, null);
    }

    /** Returns the request that was read last by this thread, as it came. */
    public static HttpRequest received() {
        return PlainRequestParser.decode(PARSER.get().copy());
    }
}
