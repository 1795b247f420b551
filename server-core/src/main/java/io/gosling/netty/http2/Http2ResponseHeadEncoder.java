package io.gosling.netty.http2;

import io.gosling.http.Headers;
import io.gosling.http.HopByHopHeaders;
import io.gosling.http.Response;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersEncoder;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Encodes heads of responses for HTTP/2. Lines that were prepared for HTTP/1 are encoded once and cached. Belongs to
 * one event loop, but for what is static, which is pure.
 */
public final class Http2ResponseHeadEncoder {
    /** Documents whose headers are cached; beyond, the cache is cleared, and the hot ones are soon there again. */
    private static final int REMEMBERED = 4096;

    private static final Set<String> NOT_HERE =
            HopByHopHeaders.with(HopByHopHeaders.NOT_IN_HTTP2, "content-length", "date");

    /** The first byte of a block: the status, which every table begins with (RFC 7541, appendix A). */
    public static final byte OK = (byte) 0x88;

    public static final byte NOT_MODIFIED = (byte) 0x8b;

    /** Longest prepared block; with a date it fits every client's frames. */
    private static final int LONGEST = 8 << 10;

    private static final byte[] NONE = {};

    public static final Http2Headers CONTINUE = ReadOnlyHttp2Headers.serverHeaders(false, AsciiString.cached("100"));

    /** Without a dynamic table, so that blocks are the same for all connections. */
    private final DefaultHttp2HeadersEncoder encoder =
            new DefaultHttp2HeadersEncoder(Http2HeadersEncoder.NEVER_SENSITIVE, true, 2, 0);

    private final IdentityHashMap<byte[], byte[]> prepared = new IdentityHashMap<>();
    private byte[] dateLines = NONE;
    private byte[] date = NONE;

    public Http2ResponseHeadEncoder() {
        try {
            encoder.configuration().maxHeaderTableSize(0);
        } catch (Http2Exception e) {
            throw new IllegalStateException("a table of no size was refused", e);
        }
        // The first block would announce the table's change.
        encode(NONE);
    }

    /** The Date header and its companions, behind the status. Read only. */
    public byte[] date(byte[] lines) {
        if (!Arrays.equals(dateLines, lines)) {
            dateLines = lines;
            date = encode(lines);
        }
        return date;
    }

    /** Prepared lines as a header block without its status; empty when it is too long. Not to be modified. */
    public byte[] block(byte[] lines) {
        byte[] block = prepared.get(lines);
        if (block == null) {
            if (prepared.size() >= REMEMBERED) {
                prepared.clear();
            }
            byte[] made = encode(lines);
            block = made.length > LONGEST ? NONE : made;
            prepared.put(lines, block);
        }
        return block;
    }

    private byte[] encode(byte[] lines) {
        ByteBuf block = Unpooled.buffer(lines.length + 16);
        try {
            encoder.encodeHeaders(0, ReadOnlyHttp2Headers.trailers(false, split(lines)), block);
        } catch (Http2Exception e) {
            throw new IllegalStateException("prepared headers cannot be encoded", e);
        }
        return ByteBufUtil.getBytes(block);
    }

    public static Http2Headers of(Http1ResponseHeadEncoder head, byte[] dateLines) {
        Response response = head.response();
        List<AsciiString> fields = new ArrayList<>(List.of(split(dateLines)));
        String date = response.headers().first("Date");
        if (date != null) {
            // Made elsewhere: it keeps its own, which stands where this server's begins the lines.
            fields.set(1, latin(date));
        }
        add(response.headers(), fields);
        if (head.framing() == Http1ResponseHeadEncoder.Framing.LENGTH) {
            fields.add(AsciiString.cached("content-length"));
            fields.add(new AsciiString(Long.toString(Http1ResponseHeadEncoder.length(response))));
        }
        return ReadOnlyHttp2Headers.serverHeaders(
                false, new AsciiString(Integer.toString(response.status())), fields.toArray(AsciiString[]::new));
    }

    public static Http2Headers interim(int status, Headers headers) {
        return ReadOnlyHttp2Headers.serverHeaders(false, new AsciiString(Integer.toString(status)), fields(headers));
    }

    public static Http2Headers trailers(Headers trailers) {
        return ReadOnlyHttp2Headers.trailers(false, fields(trailers));
    }

    private static AsciiString[] fields(Headers headers) {
        List<AsciiString> fields = new ArrayList<>();
        add(headers, fields);
        return fields.toArray(AsciiString[]::new);
    }

    private static void add(Headers headers, List<AsciiString> fields) {
        for (Headers.Field field : headers) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!NOT_HERE.contains(name)) {
                fields.add(new AsciiString(name));
                fields.add(latin(field.value()));
            }
        }
    }

    private static AsciiString[] split(byte[] lines) {
        String[] all = new String(lines, StandardCharsets.ISO_8859_1).split("\r\n");
        List<AsciiString> fields = new ArrayList<>(all.length * 2);
        for (String line : all) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.add(new AsciiString(line.substring(0, colon).toLowerCase(Locale.ROOT)));
                fields.add(latin(line.substring(colon + 1).strip()));
            }
        }
        return fields.toArray(AsciiString[]::new);
    }

    /** One byte for each character, as HTTP/1 writes them. */
    private static AsciiString latin(String text) {
        return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1), false);
    }
}
