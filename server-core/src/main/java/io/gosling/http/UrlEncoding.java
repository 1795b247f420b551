package io.gosling.http;

import java.util.HexFormat;

/** Decodes the parts of a query or an urlencoded form. Pure. */
final class UrlEncoding {
    private UrlEncoding() {}

    /**
     * The text between two places, whose characters are one byte each.
     *
     * @throws StatusException 400 when an escape is malformed or the bytes are not UTF-8
     */
    static String decode(String text, int start, int end) {
        byte[] bytes = new byte[end - start];
        int length = 0;
        for (int i = start; i < end; i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes[length++] = escaped(text, i, end);
                i += 2;
            } else {
                bytes[length++] = (byte) (c == '+' ? ' ' : c);
            }
        }
        return Utf8.decode(bytes, length);
    }

    private static byte escaped(String text, int at, int end) {
        boolean digits =
                at + 2 < end && HexFormat.isHexDigit(text.charAt(at + 1)) && HexFormat.isHexDigit(text.charAt(at + 2));
        if (!digits) {
            throw new StatusException(400, "a percent sign in a parameter must be followed by two hexadecimal digits");
        }
        return (byte) HexFormat.fromHexDigits(text, at + 1, at + 3);
    }
}
