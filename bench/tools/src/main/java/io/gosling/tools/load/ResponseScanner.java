package io.gosling.tools.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.util.AsciiString;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Scans HTTP/1.1 responses (RFC 9112) as a client that counts: status, length, whether the connection is kept,
 * Cache-Status. A body is skipped, or passed to a sink. Responses arrive one after the other, each to a GET. Used by
 * one thread.
 */
public final class ResponseScanner {
    static final int LONGEST_HEAD = 64 << 10;

    private static final int STEP = 1024;
    private static final int LONGEST_LINE = 8 << 10;
    private static final Pattern SIZE = Pattern.compile("(\\p{XDigit}{1,12})(?:[; \t].*)?");

    /** Receives the pieces of a body; it has to copy what it keeps. */
    @FunctionalInterface
    public interface Sink {
        void take(ByteBuf in, int length);
    }

    private enum Stage {
        HEAD,
        COUNTED,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILER,
        UNTIL_CLOSE,
        WHOLE
    }

    private final Sink sink;
    private Stage stage = Stage.HEAD;
    private byte[] head = new byte[STEP];
    private int filled;
    private long bytes;
    private long left;
    private final StringBuilder line = new StringBuilder();
    private ParsedResponseHead read = ParsedResponseHead.NONE;
    /** The bytes of that header: mostly the next one is the same, and is not parsed then. */
    private ByteBuf known = Unpooled.EMPTY_BUFFER;

    public ResponseScanner(Sink sink) {
        this.sink = sink;
    }

    public void begin() {
        stage = Stage.HEAD;
        filled = 0;
        bytes = 0;
        line.setLength(0);
    }

    /** The last header of this answer; good until the next one begins. */
    public ParsedResponseHead head() {
        return read;
    }

    /** Bytes of the answer so far, its header included. */
    public long bytes() {
        return bytes;
    }

    /** Takes no more than belongs to this answer; returns whether it is whole. */
    public boolean read(ByteBuf in) throws MalformedResponseException {
        while (stage != Stage.WHOLE && in.isReadable()) {
            int before = in.readableBytes();
            switch (stage) {
                case HEAD -> head(in);
                case COUNTED, CHUNK -> body(in);
                case UNTIL_CLOSE -> pass(in, in.readableBytes());
                default -> framing(in);
            }
            bytes += before - in.readableBytes();
        }
        return stage == Stage.WHOLE;
    }

    /** The connection has ended: whether that makes the answer whole. */
    public boolean end() {
        return stage == Stage.UNTIL_CLOSE || stage == Stage.WHOLE;
    }

    private void head(ByteBuf in) throws MalformedResponseException {
        int same = filled == 0 ? known.readableBytes() : 0;
        if (same > 0 && ByteBufUtil.equals(in, in.readerIndex(), known, 0, same)) {
            in.skipBytes(same);
            stage = afterHead();
            return;
        }
        known = Unpooled.EMPTY_BUFFER;
        int length = Math.min(in.readableBytes(), Math.max(STEP, filled));
        if (filled + length > head.length) {
            head = Arrays.copyOf(head, Math.min(LONGEST_HEAD + STEP, 2 * (filled + length)));
        }
        int room = Math.min(length, head.length - filled);
        in.getBytes(in.readerIndex(), head, filled, room);
        int end = endOfHead(Math.max(0, filled - 3), filled + room);
        if (end < 0) {
            filled += room;
            in.skipBytes(room);
            if (filled > LONGEST_HEAD) {
                throw new MalformedResponseException("a header of more than " + LONGEST_HEAD + " bytes");
            }
            return;
        }
        in.skipBytes(end - filled);
        read = ParsedResponseHead.parse(new AsciiString(head, 0, end, false));
        known = Unpooled.wrappedBuffer(head, 0, end);
        filled = 0;
        stage = afterHead();
    }

    /** The place behind the empty line that ends a header; lines may end with a line feed alone. */
    private int endOfHead(int from, int to) {
        for (int at = from; at < to; at++) {
            if (head[at] == '\n'
                    && at > 0
                    && (head[at - 1] == '\n' || (at > 1 && head[at - 1] == '\r' && head[at - 2] == '\n'))) {
                return at + 1;
            }
        }
        return -1;
    }

    private Stage afterHead() throws MalformedResponseException {
        int status = read.status();
        if (status < 200) {
            if (status == 101) {
                throw new MalformedResponseException("a change of protocol that nobody asked for");
            }
            return Stage.HEAD;
        }
        if (status == 204 || status == 304) {
            return Stage.WHOLE;
        }
        if (read.chunked()) {
            return Stage.CHUNK_SIZE;
        }
        if (read.length() < 0) {
            return Stage.UNTIL_CLOSE;
        }
        left = read.length();
        return left == 0 ? Stage.WHOLE : Stage.COUNTED;
    }

    private void body(ByteBuf in) {
        int length = (int) Math.min(left, in.readableBytes());
        pass(in, length);
        left -= length;
        if (left == 0) {
            stage = stage == Stage.COUNTED ? Stage.WHOLE : Stage.CHUNK_END;
        }
    }

    private void pass(ByteBuf in, int length) {
        int end = in.readerIndex() + length;
        sink.take(in, length);
        in.readerIndex(end);
    }

    /** One byte of a line around chunks (RFC 9112, section 7.1). */
    private void framing(ByteBuf in) throws MalformedResponseException {
        char next = (char) in.readUnsignedByte();
        if (next != '\n') {
            line.append(next);
            if (line.length() > LONGEST_LINE) {
                throw new MalformedResponseException("a line around chunks of more than " + LONGEST_LINE + " bytes");
            }
            return;
        }
        String text = line.toString().strip();
        line.setLength(0);
        switch (stage) {
            case CHUNK_SIZE -> {
                left = size(text);
                stage = left == 0 ? Stage.TRAILER : Stage.CHUNK;
            }
            case CHUNK_END -> {
                if (!text.isEmpty()) {
                    throw new MalformedResponseException("a chunk that does not end where it said");
                }
                stage = Stage.CHUNK_SIZE;
            }
            default -> stage = text.isEmpty() ? Stage.WHOLE : Stage.TRAILER;
        }
    }

    private static long size(String text) throws MalformedResponseException {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new MalformedResponseException("a chunk with the size '" + text + "'");
        }
        return Long.parseLong(size.group(1), 16);
    }
}
