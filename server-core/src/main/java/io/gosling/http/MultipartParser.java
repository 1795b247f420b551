package io.gosling.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the parts of a multipart body in a stream (RFC 2046, section 5.1): {@link #next} goes to the next part, {@link
 * #headers} reads its header, {@link #read} its bytes. Holds a few kilobytes whatever the parts' size. One thread.
 *
 * <p>Strict: lines end in CRLF, a delimiter is followed by spaces and CRLF or by two hyphens, and the last one must
 * come.
 */
final class MultipartParser {
    private static final int WINDOW = 8 << 10;

    private final InputStream in;
    private final byte[] delimiter;
    private final byte[] window;
    /** Bounds of the bytes that were read and not given out. */
    private int from;

    private int to;
    private boolean over;

    /** @param boundary 1 to 70 characters, one byte each */
    MultipartParser(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.window = new byte[WINDOW];
        // The first delimiter may stand at the very beginning: as if a line had ended before it.
        window[to++] = '\r';
        window[to++] = '\n';
    }

    /** Skips what is left of the part before, or of the preamble; false when there is no further part. */
    boolean next() throws IOException {
        if (over) {
            return false;
        }
        for (int skipped = ours(); skipped > 0; skipped = ours()) {
            from += skipped;
        }
        from += delimiter.length;
        require(2, "it ends within a delimiter");
        if (window[from] == '-' && window[from + 1] == '-') {
            over = true;
            return false;
        }
        while (window[from] == ' ' || window[from] == '\t') {
            from++;
            require(2, "it ends within a delimiter");
        }
        if (window[from] != '\r' || window[from + 1] != '\n') {
            throw malformed("a delimiter is followed by something else than the line's end");
        }
        from += 2;
        return true;
    }

    Headers headers(int most) throws IOException {
        List<Headers.Field> fields = new ArrayList<>(3);
        int left = most;
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            left -= line.length() + 2;
            int colon = line.indexOf(':');
            if (colon < 0) {
                throw malformed("a line of a part's header has no colon");
            }
            try {
                String value = HeaderSyntax.withoutBlanks(line.substring(colon + 1));
                fields.add(new Headers.Field(line.substring(0, colon), value));
            } catch (IllegalArgumentException e) {
                throw malformed(String.valueOf(e.getMessage()));
            }
        }
        return Headers.of(fields);
    }

    /** Bytes of the current part, or -1 at its end. */
    int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = Math.min(length, ours());
        System.arraycopy(window, from, into, offset, read);
        from += read;
        return read == 0 ? -1 : read;
    }

    /** Returns how many bytes at the window's beginning belong to the part; 0 where its delimiter stands. */
    private int ours() throws IOException {
        fill(delimiter.length);
        int at = from;
        while (at < to && !begins(at)) {
            at++;
        }
        if (at == from && to - from < delimiter.length) {
            throw malformed("it ends without its last delimiter");
        }
        return at - from;
    }

    /** Returns true if the delimiter stands here, as far as the window goes. */
    private boolean begins(int at) {
        int length = Math.min(delimiter.length, to - at);
        // The first byte alone decides nearly always.
        return window[at] == delimiter[0] && Arrays.equals(window, at, at + length, delimiter, 0, length);
    }

    private String line(int most) throws IOException {
        StringBuilder line = new StringBuilder(80);
        while (true) {
            require(2, "it ends within a part's header");
            byte octet = window[from++];
            if (octet == '\r' && window[from] == '\n') {
                from++;
                return line.toString();
            }
            if (line.length() >= most) {
                throw new StatusException(431, "the header of a part is too long");
            }
            line.append((char) (octet & 0xff));
        }
    }

    private void require(int bytes, String otherwise) throws IOException {
        fill(bytes);
        if (to - from < bytes) {
            throw malformed(otherwise);
        }
    }

    /** Reads until the window holds so many bytes, or the stream has no more. */
    private void fill(int bytes) throws IOException {
        if (to - from >= bytes) {
            return;
        }
        System.arraycopy(window, from, window, 0, to - from);
        to -= from;
        from = 0;
        while (to < bytes) {
            int read = in.read(window, to, window.length - to);
            if (read < 0) {
                return;
            }
            to += read;
        }
    }

    private static StatusException malformed(String rule) {
        return new StatusException(400, "the multipart body is malformed: " + rule);
    }
}
