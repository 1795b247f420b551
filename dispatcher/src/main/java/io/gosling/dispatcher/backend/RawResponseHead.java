package io.gosling.dispatcher.backend;

import io.gosling.http.HopByHopHeaders;
import io.gosling.netty.fastpath.PlainSyntax;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The header of a response that can be forwarded unchanged: HTTP/1.1, complete in one read, on a persistent connection,
 * with a date and with one plain length. Any other response is left to the decoder, including those with a header or
 * byte that another parser could understand differently. There is one instance for each thread, valid until the next
 * header is read.
 */
public final class RawResponseHead {
    static final int MOST_BYTES = 4 << 10;

    /** Bytes that are examined first; mostly the body follows. */
    static final int USUAL_BYTES = 1 << 10;

    private static final FastThreadLocal<RawResponseHead> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected RawResponseHead initialValue() {
            return new RawResponseHead();
        }
    };

    private static final byte[] VERSION = ascii("HTTP/1.1 ");
    private static final byte[] LENGTH = ascii("content-length");
    private static final byte[] DATE = ascii("date");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");

    /**
     * Headers that concern one connection, frame the message, or change on the way; Connection is read, not written.
     */
    private static final byte[][][] LEFT = PlainSyntax.byLength(HopByHopHeaders.with(
                    HopByHopHeaders.without(HopByHopHeaders.NOT_FORWARDED, "connection", "keep-alive"),
                    "via",
                    "http2-settings",
                    "gosling-backend",
                    "proxy-authorization")
            .toArray(String[]::new));

    /** Digits that always fit into 63 bits. */
    private static final int MOST_DIGITS = 18;

    private final byte[] bytes = new byte[MOST_BYTES];
    private int end;
    private int at;
    private int kept;
    private int status;
    private long bodyBytes;

    private RawResponseHead() {}

    static RawResponseHead ofThread() {
        return OF_THREAD.get();
    }

    /** Returns true if the bytes at the reader's position begin with a plain header; the reader stays where it is. */
    boolean read(ByteBuf in) {
        return read(in, USUAL_BYTES)
                || (in.readableBytes() > USUAL_BYTES && at >= USUAL_BYTES - 1 && read(in, MOST_BYTES));
    }

    private boolean read(ByteBuf in, int most) {
        end = Math.min(in.readableBytes(), most);
        in.getBytes(in.readerIndex(), bytes, 0, end);
        at = 0;
        return readStatusLine() && readFields();
    }

    int length() {
        return at;
    }

    public int status() {
        return status;
    }

    public long bodyBytes() {
        return bodyBytes;
    }

    /** The bytes that {@link #writeTo} writes. */
    public int keptBytes() {
        return kept;
    }

    /**
     * Writes the status line and headers, without the empty line and without those that concern the back-end's
     * connection.
     */
    public void writeTo(ByteBuf out) {
        out.writeBytes(bytes, 0, kept);
    }

    private boolean readStatusLine() {
        int reason = VERSION.length + 4;
        if (end < reason || !Arrays.equals(bytes, 0, VERSION.length, VERSION, 0, VERSION.length)) {
            return false;
        }
        status = (int) number(VERSION.length, VERSION.length + 3);
        if (status < 200 || status > 599 || isBodiless(status) || bytes[reason - 1] != ' ') {
            return false;
        }
        at = reason;
        passOver(PlainSyntax.VALUE);
        boolean read = passOverLineEnd();
        kept = at;
        return read;
    }

    /** True if no body may follow it, or none is passed on (RFC 9110, section 15.3.6). */
    private static boolean isBodiless(int status) {
        return status == 204 || status == 205 || status == 304;
    }

    private boolean readFields() {
        bodyBytes = -1;
        boolean dated = false;
        while (!passOverLineEnd()) {
            int name = at;
            passOver(PlainSyntax.CLEAR_NAME);
            int colon = at;
            int length = colon - name;
            if (length == 0 || colon == end || bytes[colon] != ':' || PlainSyntax.isAmong(LEFT, bytes, name, length)) {
                return false;
            }
            at++;
            passOver(PlainSyntax.VALUE);
            int valueEnd = at;
            if (!passOverLineEnd()) {
                return false;
            }
            boolean keeps = true;
            if (is(LENGTH, name, length)) {
                if (bodyBytes >= 0 || !readLength(colon + 1, valueEnd)) {
                    return false;
                }
            } else if (is(CONNECTION, name, length)) {
                if (!isKeepAlive(colon + 1, valueEnd)) {
                    return false;
                }
                keeps = false;
            } else if (is(KEEP_ALIVE, name, length)) {
                keeps = false;
            } else if (is(DATE, name, length)) {
                dated = true;
            }
            if (keeps) {
                keep(name);
            }
        }
        return dated && bodyBytes >= 0;
    }

    private void keep(int line) {
        if (kept < line) {
            System.arraycopy(bytes, line, bytes, kept, at - line);
        }
        kept += at - line;
    }

    private boolean readLength(int from, int to) {
        int start = trimmed(from, to);
        int digits = to - start;
        bodyBytes = digits < 1 || digits > MOST_DIGITS ? -1 : number(start, to);
        return bodyBytes >= 0;
    }

    private boolean isKeepAlive(int from, int to) {
        int start = trimmed(from, to);
        return is(KEEP_ALIVE, start, to - start);
    }

    private int trimmed(int from, int to) {
        return from < to && bytes[from] == ' ' ? from + 1 : from;
    }

    private long number(int from, int to) {
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private void passOver(byte kind) {
        while (at < end && PlainSyntax.is(kind, bytes[at])) {
            at++;
        }
    }

    private boolean passOverLineEnd() {
        boolean ends = at + 1 < end && bytes[at] == '\r' && bytes[at + 1] == '\n';
        at += ends ? 2 : 0;
        return ends;
    }

    private boolean is(byte[] lower, int from, int length) {
        return PlainSyntax.is(lower, bytes, from, length);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
