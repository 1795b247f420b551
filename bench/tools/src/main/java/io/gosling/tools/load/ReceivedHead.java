package io.gosling.tools.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The relevant parts of a response header. One instance is refilled with each response. Used by one thread. */
final class ReceivedHead {
    private static final long LONGEST = 1L << 50;
    private static final byte[] HTTP_1 = ascii("HTTP/1.");
    private static final byte[] CONTENT_LENGTH = ascii("content-length");
    private static final byte[] CONTENT_TYPE = ascii("content-type");
    private static final byte[] CACHE_STATUS = ascii("cache-status");
    private static final byte[] LOCATION = ascii("location");
    private static final byte[] CONNECTION = ascii("connection");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding");

    private byte[] bytes = new byte[0];
    private int status;
    private long length;
    private boolean chunked;
    private boolean keepsAlive;
    private int cacheFrom;
    private int cacheTo;
    private int typeFrom;
    private int typeTo;
    private int locationFrom;
    private int locationTo;

    int status() {
        return status;
    }

    /** Of the body; -1 where the header does not say it. */
    long length() {
        return length;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Returns whether the server keeps the connection open, as far as the header says. */
    boolean keepsAlive() {
        return keepsAlive && (chunked || length >= 0 || status == 204 || status == 304);
    }

    /** Of several values that of the last, which is from the cache that was asked. */
    String kind(AnswerKinds kinds) {
        return kinds.of(bytes, cacheFrom, cacheTo);
    }

    String contentType() {
        return new String(bytes, typeFrom, typeTo - typeFrom, StandardCharsets.ISO_8859_1);
    }

    String location() {
        return new String(bytes, locationFrom, locationTo - locationFrom, StandardCharsets.ISO_8859_1);
    }

    /** @param end behind the empty line */
    void parse(byte[] head, int end) throws ResponseFault {
        bytes = head;
        length = -1;
        chunked = false;
        cacheFrom = 0;
        cacheTo = 0;
        typeFrom = 0;
        typeTo = 0;
        locationFrom = 0;
        locationTo = 0;
        int line = lineEnd(head, 0, end);
        startLine(line);
        for (int from = line + 1; from < end; from = line + 1) {
            line = lineEnd(head, from, end);
            field(from, line);
        }
    }

    private static int lineEnd(byte[] head, int from, int end) {
        int at = from;
        while (at < end && head[at] != '\n') {
            at++;
        }
        return at;
    }

    private void startLine(int end) throws ResponseFault {
        boolean http = end >= 12 && Arrays.equals(bytes, 0, HTTP_1.length, HTTP_1, 0, HTTP_1.length) && bytes[8] == ' ';
        int digits = 0;
        for (int at = 9; http && at < 12; at++) {
            http = bytes[at] >= '0' && bytes[at] <= '9';
            digits = 10 * digits + bytes[at] - '0';
        }
        if (!http || digits < 100 || (end > 12 && bytes[12] > ' ')) {
            throw new ResponseFault("an answer that begins with '"
                    + new String(bytes, 0, Math.min(end, 40), StandardCharsets.ISO_8859_1).strip() + "'");
        }
        status = digits;
        keepsAlive = bytes[7] != '0';
    }

    private void field(int from, int end) throws ResponseFault {
        // Most headers differ from these in their first letter.
        switch (from < end ? bytes[from] | 0x20 : 0) {
            case 'c' -> {
                if (is(CONTENT_LENGTH, from, end)) {
                    length(value(from + CONTENT_LENGTH.length + 1, end), valueEnd(from, end));
                } else if (is(CACHE_STATUS, from, end)) {
                    cacheFrom = value(from + CACHE_STATUS.length + 1, end);
                    cacheTo = valueEnd(cacheFrom, end);
                } else if (is(CONNECTION, from, end)) {
                    connection(value(from + CONNECTION.length + 1, end), valueEnd(from, end));
                } else if (is(CONTENT_TYPE, from, end)) {
                    typeFrom = value(from + CONTENT_TYPE.length + 1, end);
                    typeTo = valueEnd(typeFrom, end);
                }
            }
            case 't' -> {
                if (is(TRANSFER_ENCODING, from, end)) {
                    chunked = has("chunked", value(from + TRANSFER_ENCODING.length + 1, end), valueEnd(from, end));
                    if (!chunked) {
                        throw new ResponseFault("a transfer coding that is not chunked");
                    }
                }
            }
            case 'l' -> {
                if (is(LOCATION, from, end)) {
                    locationFrom = value(from + LOCATION.length + 1, end);
                    locationTo = valueEnd(locationFrom, end);
                }
            }
            default -> {}
        }
    }

    private boolean is(byte[] name, int from, int end) {
        if (end - from <= name.length || bytes[from + name.length] != ':') {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if ((bytes[from + i] | 0x20) != name[i]) {
                return false;
            }
        }
        return true;
    }

    private int value(int from, int end) {
        int at = from;
        while (at < end && (bytes[at] == ' ' || bytes[at] == '\t')) {
            at++;
        }
        return at;
    }

    private int valueEnd(int from, int end) {
        int at = end;
        while (at > from && bytes[at - 1] <= ' ') {
            at--;
        }
        return at;
    }

    private void length(int from, int end) throws ResponseFault {
        long value = from < end ? 0 : -1;
        for (int at = from; at < end && value >= 0; at++) {
            int digit = bytes[at] - '0';
            value = digit < 0 || digit > 9 || value > LONGEST ? -1 : 10 * value + digit;
        }
        if (value < 0 || (length >= 0 && length != value)) {
            throw new ResponseFault("a Content-Length of '"
                    + new String(bytes, from, Math.max(0, end - from), StandardCharsets.ISO_8859_1)
                    + "', or two of them");
        }
        length = value;
    }

    private void connection(int from, int end) {
        if (has("close", from, end)) {
            keepsAlive = false;
        } else if (has("keep-alive", from, end)) {
            keepsAlive = true;
        }
    }

    private boolean has(String word, int from, int end) {
        for (int at = from; at + word.length() <= end; at++) {
            int same = 0;
            while (same < word.length() && (bytes[at + same] | 0x20) == (word.charAt(same) | 0x20)) {
                same++;
            }
            if (same == word.length()) {
                return true;
            }
        }
        return false;
    }

    private static byte[] ascii(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }
}
