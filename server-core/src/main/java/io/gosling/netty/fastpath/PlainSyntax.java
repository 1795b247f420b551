package io.gosling.netty.fastpath;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The syntax that {@link PlainRequestParser} and {@link PlainHttp2RequestParser} accept as plain, and the front-end in
 * responses: bytes, header names, hosts. Pure.
 */
public final class PlainSyntax {
    /** Classes of bytes, each a bit. */
    static final byte TARGET = 1;

    static final byte NAME = 2;
    public static final byte VALUE = 4;

    private static final byte HOST_NAME = 8;
    /** Bytes of a header name that no reader takes for another: no underscore. */
    public static final byte CLEAR_NAME = 16;

    private static final byte[] KINDS = kinds();
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_PORT = 5;

    /** Headers that may change the response, the connection or the message's end, by their length. */
    private static final byte[][][] LEFT = byLength("""
            range expect pragma cache-control authorization upgrade trailer if-range if-match
            if-none-match if-modified-since if-unmodified-since content-length transfer-encoding
            http2-settings""".split("\\s+"));

    private PlainSyntax() {}

    public static boolean is(byte kind, byte b) {
        return (KINDS[b & 0xff] & kind) != 0;
    }

    /** Returns whether so many bytes equal this text, which is in lower case, without regard to case. */
    public static boolean is(byte[] lower, byte[] bytes, int from, int length) {
        if (length != lower.length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            byte b = bytes[from + i];
            if (b != lower[i] && !(b >= 'A' && b <= 'Z' && b + 32 == lower[i])) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether a header of this name is more than a plain request may have. */
    static boolean isLeft(byte[] bytes, int name, int length) {
        return isAmong(LEFT, bytes, name, length);
    }

    /** Returns whether so many bytes equal one of these texts, without regard to case. */
    public static boolean isAmong(byte[][][] lower, byte[] bytes, int from, int length) {
        if (length >= lower.length) {
            return false;
        }
        for (byte[] one : lower[length]) {
            if (is(one, bytes, from, length)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the end of a name or IPv4 address in a host; {@code from} where it is neither, or ends with a dot. */
    static int hostNameEnd(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && is(HOST_NAME, bytes[end])) {
            end++;
        }
        int i = end;
        if (i < to && bytes[i] == ':') {
            int port = ++i;
            while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
                i++;
            }
            if (i - port > LONGEST_PORT) {
                return from;
            }
        }
        return i == to && end - from <= LONGEST_HOST && end > from && bytes[end - 1] != '.' ? end : from;
    }

    static boolean isLowerCase(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] >= 'A' && bytes[i] <= 'Z') {
                return false;
            }
        }
        return true;
    }

    private static byte[] kinds() {
        byte[] kinds = new byte[256];
        for (int b = 0x21; b < 0x7f; b++) {
            boolean alphanumeric = (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
            kinds[b] = (byte) (VALUE
                    | (b == '#' ? 0 : TARGET)
                    | (alphanumeric || b == '-' || b == '_' ? NAME : 0)
                    | (alphanumeric || b == '-' || b == '.' ? HOST_NAME : 0)
                    | (alphanumeric || b == '-' ? CLEAR_NAME : 0));
        }
        kinds[' '] = VALUE;
        kinds['\t'] = VALUE;
        return kinds;
    }

    /** Returns names in lower case, by their length. */
    public static byte[][][] byLength(String... names) {
        int longest = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
        byte[][][] table = new byte[longest + 1][][];
        for (int length = 0; length <= longest; length++) {
            int wanted = length;
            table[length] = Arrays.stream(names)
                    .filter(name -> name.length() == wanted)
                    .map(name -> name.getBytes(StandardCharsets.US_ASCII))
                    .toArray(byte[][]::new);
        }
        return table;
    }
}
