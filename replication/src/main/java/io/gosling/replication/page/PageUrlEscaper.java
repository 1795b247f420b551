package io.gosling.replication.page;

import java.nio.charset.StandardCharsets;

/**
 * An address in bytes that may stand wherever a page has one: in an attribute with either quote or none, in a
 * {@code srcset}, in a refresh, in CSS with quotes or without. Whatever ends an address somewhere is percent-encoded. A
 * fragment's commas stay, since browsers split a text directive ({@code #:~:text=}) by these before they decode it; one
 * that ended a candidate of a {@code srcset} was none of its address.
 */
final class PageUrlEscaper {
    private static final String PLAIN = "-._~/:?=&%+;@!$*#[]";

    private PageUrlEscaper() {}

    /** @param references true if an ampersand is to be written as a character reference */
    static byte[] of(String address, boolean references) {
        StringBuilder written = new StringBuilder(address.length() + 16);
        boolean fragment = false;
        for (byte octet : address.getBytes(StandardCharsets.UTF_8)) {
            int c = octet & 0xFF;
            fragment |= c == '#';
            if (c == '&' && references) {
                written.append("&amp;");
            } else if (isLetterOrDigit(c) || (c < 0x80 && PLAIN.indexOf(c) >= 0) || (c == ',' && fragment)) {
                written.append((char) c);
            } else {
                written.append('%').append(hex(c >> 4)).append(hex(c & 15));
            }
        }
        return written.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }

    private static char hex(int digit) {
        return Character.toUpperCase(Character.forDigit(digit, 16));
    }
}
