package io.gosling.accesslog;

/**
 * A batch of whole lines on the way to the writer. Belongs to one event loop, then to the writer, then to another loop.
 */
final class LineBatch {
    /** Large enough for the longest line of the formats that have a name. */
    static final int BYTES = 64 << 10;

    final byte[] bytes;
    private int length;
    private int lines;

    LineBatch(int size) {
        bytes = new byte[size];
    }

    /** Adds a line with its end; false, and nothing added, when there is no room. */
    boolean add(LineBuffer line) {
        if (length + line.length() > bytes.length) {
            return false;
        }
        System.arraycopy(line.bytes(), 0, bytes, length, line.length());
        length += line.length();
        lines++;
        return true;
    }

    void clear() {
        length = 0;
        lines = 0;
    }

    int length() {
        return length;
    }

    int lines() {
        return lines;
    }
}
