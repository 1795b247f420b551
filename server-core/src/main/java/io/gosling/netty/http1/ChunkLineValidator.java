package io.gosling.netty.http1;

import io.gosling.http.HeaderSyntax;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;

/**
 * A checker of chunk-size lines (RFC 9112, sections 7.1 and 7.1.1), which follows a chunked body beside Netty's
 * decoder. Netty takes lines that other readers refuse or end elsewhere, such as an extension without a name, and does
 * not show them to anybody. Belongs to one connection and its loop.
 */
final class ChunkLineValidator {
    private boolean following;
    private boolean last;

    /** Bytes to the next chunk-size line, or to the trailers. */
    private long left;

    void begin() {
        following = true;
        last = false;
        left = 0;
    }

    void end() {
        following = false;
    }

    /** Returns true if the next byte belongs to the trailers or the empty line in their place. */
    boolean areOver() {
        return following && last && left == 0;
    }

    boolean check(ByteBuf in) {
        if (!following || last || left > 0) {
            return true;
        }
        int start = in.readerIndex();
        int end = in.indexOf(start, in.writerIndex(), (byte) '\n');
        if (end < 0) {
            return true; // the decoder bounds its length
        }
        return end > start && in.getByte(end - 1) == '\r' && read(in, start, end - 1);
    }

    void taken(int bytes) {
        left = Math.max(0, left - bytes);
    }

    /** Discards the bytes that have arrived, and returns the end of a body that cannot be read further. */
    static LastHttpContent malformed(ByteBuf in) {
        in.skipBytes(in.readableBytes());
        LastHttpContent end = new DefaultLastHttpContent(Unpooled.EMPTY_BUFFER);
        end.setDecoderResult(DecoderResult.failure(
                new RawHeaderValidator.LineFault(400, "a chunk must begin with its size in hexadecimal")));
        return end;
    }

    private boolean read(ByteBuf in, int start, int end) {
        long size = 0;
        int at = start;
        for (; at < end && Character.digit(in.getUnsignedByte(at), 16) >= 0; at++) {
            size = size * 16 + Character.digit(in.getUnsignedByte(at), 16);
            if (size > Integer.MAX_VALUE) {
                return false; // the decoder has no larger ones
            }
        }
        if (at == start || !areExtensions(in, at, end)) {
            return false;
        }
        int line = end + 2 - start;
        last = size == 0;
        left = last ? line : line + size + 2;
        return true;
    }

    private static boolean areExtensions(ByteBuf in, int start, int end) {
        int at = start;
        while (at >= 0 && at < end) {
            at = skipSpace(in, at, end);
            if (!is(';', in, at, end)) {
                return false;
            }
            at = skipToken(in, skipSpace(in, at + 1, end), end);
            int behind = at < 0 ? end : skipSpace(in, at, end);
            if (is('=', in, behind, end)) {
                int value = skipSpace(in, behind + 1, end);
                at = is('"', in, value, end) ? skipQuoted(in, value + 1, end) : skipToken(in, value, end);
            }
        }
        return at >= 0;
    }

    private static boolean is(char wanted, ByteBuf in, int at, int end) {
        return at < end && in.getByte(at) == wanted;
    }

    private static int skipSpace(ByteBuf in, int start, int end) {
        int at = start;
        while (is(' ', in, at, end) || is('\t', in, at, end)) {
            at++;
        }
        return at;
    }

    /** Returns the end of a token; -1 where there is none. */
    private static int skipToken(ByteBuf in, int start, int end) {
        int at = start;
        while (at < end && HeaderSyntax.isTokenCharacter((char) in.getUnsignedByte(at))) {
            at++;
        }
        return at == start ? -1 : at;
    }

    /** Returns the end of a quoted string whose first quote was passed; -1 where it has none. */
    private static int skipQuoted(ByteBuf in, int start, int end) {
        for (int at = start; at < end; at++) {
            if (is('"', in, at, end)) {
                return at + 1;
            }
            if (is('\\', in, at, end)) {
                at++;
            }
            if (at == end || isControl(in.getUnsignedByte(at))) {
                return -1;
            }
        }
        return -1;
    }

    private static boolean isControl(int octet) {
        return (octet < ' ' && octet != '\t') || octet == 0x7f;
    }
}
