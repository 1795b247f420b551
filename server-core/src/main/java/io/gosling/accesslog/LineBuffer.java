package io.gosling.accesslog;

import io.gosling.accesslog.AccessRecord.Figure;
import io.gosling.accesslog.AccessRecord.Part;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A reusable buffer for a line that is being written. Text that a client controls gets in through {@link #escaped},
 * {@link #word} and {@link #json} only, which let no quote, backslash, control character or byte above 0x7e through.
 * Belongs to one event loop.
 */
final class LineBuffer {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int DECIMALS = 6;

    private final byte[] digits = new byte[20];
    private byte[] bytes = new byte[1024];
    private int length;

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    String text() {
        return new String(bytes, 0, length, StandardCharsets.US_ASCII);
    }

    void raw(byte[] text) {
        room(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    void raw(char c) {
        room(1);
        bytes[length++] = (byte) c;
    }

    /** Appends a text of the server's own: ASCII, and nothing that needs escaping. */
    void raw(String text) {
        for (int i = 0; i < text.length(); i++) {
            raw(text.charAt(i));
        }
    }

    void number(long value) {
        padded(value, 1);
    }

    /** Appends a number, not negative, of so many digits at least. */
    void padded(long value, int least) {
        int count = 0;
        for (long rest = value; rest > 0 || count < least; rest /= 10) {
            digits[count++] = (byte) ('0' + rest % 10);
        }
        room(count);
        while (count > 0) {
            bytes[length++] = digits[--count];
        }
    }

    /** Appends nanoseconds as seconds, such as 0.000123. */
    void seconds(long nanos) {
        long micros = nanos / 1000;
        number(micros / 1_000_000);
        raw('.');
        padded(micros % 1_000_000, DECIMALS);
    }

    /** Appends a part, or a dash. Bytes that cannot stand in a line are written as {@code \xHH}. */
    void escaped(AccessRecord record, Part part) {
        letters(record, part, ' ');
    }

    /** Appends a part that has no quotes around it, so that a blank would end it: blanks are escaped as well. */
    void word(AccessRecord record, Part part) {
        letters(record, part, '!');
    }

    private void letters(AccessRecord record, Part part, char least) {
        if (!record.has(part) || record.start(part) == record.end(part)) {
            raw('-');
        } else {
            bytes(record, part, least, "\\x");
        }
    }

    /** Appends a number, a time in seconds, or the text for one that is absent. */
    void figure(AccessRecord record, Figure figure, String absent) {
        long value = record.get(figure);
        if (value < 0) {
            raw(absent);
        } else if (figure.isTime()) {
            seconds(value);
        } else {
            number(value);
        }
    }

    /** Appends a part as a JSON string, or null. Bytes are read as ISO 8859-1, so that every one is valid. */
    void json(AccessRecord record, Part part) {
        if (!record.has(part)) {
            raw("null");
            return;
        }
        raw('"');
        bytes(record, part, ' ', "\\u00");
        raw('"');
    }

    private void bytes(AccessRecord record, Part part, char least, String escape) {
        byte[] text = record.bytes();
        for (int i = record.start(part); i < record.end(part); i++) {
            if (isPlain(text[i]) && text[i] >= least) {
                raw((char) text[i]);
            } else {
                raw(escape);
                hex(text[i]);
            }
        }
    }

    private void hex(byte octet) {
        raw((char) HEX[octet >> 4 & 15]);
        raw((char) HEX[octet & 15]);
    }

    private static boolean isPlain(byte octet) {
        return octet >= ' ' && octet < 0x7f && octet != '"' && octet != '\\';
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
