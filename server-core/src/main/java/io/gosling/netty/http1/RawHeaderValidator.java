package io.gosling.netty.http1;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a request's header as they were sent, checked before the decoder reads them and loses their form: a
 * request line in another form, a folded header, a control character. Belongs to one connection and its loop.
 */
final class RawHeaderValidator {
    private static final Pattern OTHER_VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");
    private static final long EACH = 0x0101010101010101L;

    private boolean lineSeen;
    private @Nullable LineFault fault;

    /** A line that only a lenient reader understands. */
    static final class LineFault extends Exception {
        final int status;

        LineFault(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }
    }

    /** The first fault of the header that was begun last. */
    @Nullable
    LineFault fault() {
        return fault;
    }

    void reset() {
        lineSeen = false;
        fault = null;
    }

    void beginFields() {
        lineSeen = true;
        fault = null;
    }

    /** Checks everything that waits to be decoded; the decoder takes the whole lines of it before the next call. */
    void inspect(ByteBuf in) {
        int at = in.readerIndex();
        if (!lineSeen) {
            at = inspectRequestLine(in, at);
        }
        while (fault == null && at < in.writerIndex() && !isEmptyLine(in, at)) {
            at = inspectField(in, at);
        }
    }

    private int inspectRequestLine(ByteBuf in, int from) {
        int start = from;
        while (start < in.writerIndex() && (in.getByte(start) == '\r' || in.getByte(start) == '\n')) {
            start++;
        }
        int end = in.indexOf(start, in.writerIndex(), (byte) '\n');
        if (end < 0) {
            return in.writerIndex();
        }
        lineSeen = true;
        fault = ofRequestLine(in, start, end);
        return end + 1;
    }

    private static @Nullable LineFault ofRequestLine(ByteBuf in, int start, int end) {
        int first = in.indexOf(start, end, (byte) ' ');
        int second = first < 0 ? -1 : in.indexOf(first + 1, end, (byte) ' ');
        if (second < 0 || second == first + 1) {
            return new LineFault(400, "the request line must be a method, a target and a version, one space apart");
        }
        int versionEnd = withoutCr(in, start, end);
        if (isHttp1(in, second + 1, versionEnd)) {
            return null;
        }
        String version = in.toString(second + 1, versionEnd - second - 1, StandardCharsets.ISO_8859_1);
        return OTHER_VERSION.matcher(version).matches()
                ? new LineFault(505, "the major version must be 1")
                : new LineFault(400, "the request line must end with HTTP/1.1 or HTTP/1.0");
    }

    /** Returns true if this is a version of HTTP/1 (RFC 9112, section 2.3). */
    static boolean isHttp1(String version) {
        return version.length() == 8 && version.startsWith("HTTP/1.") && isDigit(version.charAt(7));
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHttp1(ByteBuf in, int start, int end) {
        return end - start == 8 && in.getLong(start) >>> 8 == 0x485454502f312eL && isDigit(in.getByte(start + 7));
    }

    private static boolean isEmptyLine(ByteBuf in, int at) {
        byte first = in.getByte(at);
        return first == '\n' || (first == '\r' && at + 1 < in.writerIndex() && in.getByte(at + 1) == '\n');
    }

    private int inspectField(ByteBuf in, int at) {
        byte first = in.getByte(at);
        if (first == ' ' || first == '\t') {
            fault = new LineFault(400, "a header must not be folded over lines");
        }
        int end = in.indexOf(at, in.writerIndex(), (byte) '\n');
        if (end < 0) {
            return in.writerIndex();
        }
        if (holdsControl(in, at, withoutCr(in, at, end))) {
            fault = new LineFault(400, "a header holds a control character");
        }
        return end + 1;
    }

    private static int withoutCr(ByteBuf in, int start, int end) {
        return end > start && in.getByte(end - 1) == '\r' ? end - 1 : end;
    }

    private static boolean holdsControl(ByteBuf in, int from, int to) {
        int at = from;
        for (; to - at >= Long.BYTES; at += Long.BYTES) {
            if (mayHoldControl(in.getLong(at)) && isControlAmong(in, at, at + Long.BYTES)) {
                return true;
            }
        }
        return isControlAmong(in, at, to);
    }

    /** Returns true if one of the bytes is below 20 or is 7F, hexadecimal. */
    private static boolean mayHoldControl(long bytes) {
        long low = (bytes - EACH * 0x20) & ~bytes;
        long deleted = bytes ^ EACH * 0x7f;
        return ((low | (deleted - EACH) & ~deleted) & EACH << 7) != 0;
    }

    private static boolean isControlAmong(ByteBuf in, int from, int to) {
        for (int i = from; i < to; i++) {
            byte octet = in.getByte(i);
            if ((octet >= 0 && octet < 0x20 && octet != '\t') || octet == 0x7f) {
                return true;
            }
        }
        return false;
    }
}
