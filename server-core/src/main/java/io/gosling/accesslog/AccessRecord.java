package io.gosling.accesslog;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The data of one line of the log: filled while a request is being answered, read once, then reused for another
 * request. Parts are kept as the bytes that the client sent, at most {@value #MOST_BYTES} of each; nothing is escaped
 * yet. Belongs to one event loop.
 */
public final class AccessRecord {
    static final int MOST_BYTES = 2 << 10;

    private static final int MOST_OF_NAMES = 255;
    private static final int ABSENT = -1;

    private final int[] starts = new int[Part.values().length];
    private final int[] ends = new int[Part.values().length];
    private final long[] figures = new long[Figure.values().length];
    private byte[] bytes = new byte[256];
    private int length;
    private String from = "";
    private int status;
    private long sent;
    private long nanos;

    public enum Part {
        /** The client's address: that of the other end, or the one that a trusted proxy named. */
        REMOTE,
        /** The address of a trusted proxy at the other end; absent where the client itself is there. */
        PEER,
        /** The user that a filter has identified, in UTF-8. */
        USER(MOST_OF_NAMES),
        METHOD(MOST_OF_NAMES),
        /** The request target, with its query. */
        TARGET,
        PROTOCOL,
        HOST,
        REFERER,
        AGENT,
        /** The value of X-Request-Id. */
        REQUEST_ID(MOST_OF_NAMES),
        /** The back-end pool that a front-end's rule names. */
        POOL(MOST_OF_NAMES),
        /** The name of the back-end that a front-end tried last. */
        BACKEND(MOST_OF_NAMES);

        private final int mostBytes;

        Part() {
            this(MOST_BYTES);
        }

        Part(int mostBytes) {
            this.mostBytes = mostBytes;
        }
    }

    /** A number that front-ends record; times are in nanoseconds. */
    public enum Figure {
        /** Number of back-ends that were tried. */
        ATTEMPTS,
        /** Status of the back-end's response. */
        UPSTREAM_STATUS,
        /** Time in the queue for admission. */
        QUEUE,
        /** Time from the choice of the last back-end until there was a connection to it. */
        CONNECT,
        /** Time from then until the header of its response. */
        FIRST_BYTE;

        boolean isTime() {
            return compareTo(QUEUE) >= 0;
        }
    }

    AccessRecord() {
        clear();
    }

    void clear() {
        Arrays.fill(starts, ABSENT);
        Arrays.fill(figures, ABSENT);
        length = 0;
    }

    /** Records a part as the bytes from {@code start} to before {@code end}. */
    public AccessRecord put(Part part, byte[] text, int start, int end) {
        int count = Math.min(end - start, part.mostBytes);
        begin(part, count);
        System.arraycopy(text, start, bytes, length, count);
        return end(part, count);
    }

    /** Records a part as text of which each character was one byte (ISO 8859-1); null clears it. */
    public AccessRecord put(Part part, @Nullable CharSequence text) {
        if (text == null) {
            starts[part.ordinal()] = ABSENT;
            return this;
        }
        int count = Math.min(text.length(), part.mostBytes);
        begin(part, count);
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            bytes[length + i] = (byte) (c < 256 ? c : '?');
        }
        return end(part, count);
    }

    /** Records a number, or a time in nanoseconds; a negative one records nothing. */
    public AccessRecord put(Figure figure, long value) {
        figures[figure.ordinal()] = Math.max(ABSENT, value);
        return this;
    }

    /**
     * Records the result.
     *
     * @param place source of the response, as a label of this server
     * @param code the status that was sent, or 499 if the client left before one was
     * @param duration from the request's first byte read to the response's last byte written, in nanoseconds
     */
    public AccessRecord answered(String place, int code, long bodyBytes, long duration) {
        from = place;
        status = code;
        sent = bodyBytes;
        nanos = Math.max(0, duration);
        return this;
    }

    private void begin(Part part, int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
        starts[part.ordinal()] = length;
    }

    private AccessRecord end(Part part, int count) {
        length += count;
        ends[part.ordinal()] = length;
        return this;
    }

    boolean has(Part part) {
        return starts[part.ordinal()] != ABSENT;
    }

    /** Returns a part as text, each byte as one character; empty if it is absent. */
    String text(Part part) {
        return has(part) ? new String(bytes, start(part), end(part) - start(part), StandardCharsets.ISO_8859_1) : "";
    }

    /** Returns a number or time; negative if it is absent. */
    public long get(Figure figure) {
        return figures[figure.ordinal()];
    }

    /** Returns where a part begins in {@link #bytes()}; meaningless if it is absent. */
    int start(Part part) {
        return starts[part.ordinal()];
    }

    int end(Part part) {
        return ends[part.ordinal()];
    }

    byte[] bytes() {
        return bytes;
    }

    String from() {
        return from;
    }

    int status() {
        return status;
    }

    long sent() {
        return sent;
    }

    long nanos() {
        return nanos;
    }
}
