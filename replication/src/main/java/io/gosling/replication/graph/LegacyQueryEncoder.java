package io.gosling.replication.graph;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The query of an address in a page that is not written in UTF-8: browsers send it in the page's charset, and the path
 * in UTF-8 (WHATWG URL, section 4.4, "query state").
 */
final class LegacyQueryEncoder {
    private LegacyQueryEncoder() {}

    /** The address with its query as a browser would send it, independent of the charset. */
    static String encode(String url, Charset page) {
        int hash = url.indexOf('#');
        int end = hash < 0 ? url.length() : hash;
        int query = url.indexOf('?');
        if (query < 0 || query > end || page.equals(StandardCharsets.UTF_8) || !page.canEncode()) {
            return url;
        }
        CharsetEncoder encoder = page.newEncoder();
        StringBuilder encoded = new StringBuilder(url.substring(0, query));
        url.substring(query, end).codePoints().forEach(c -> append(c, page, encoder, encoded));
        return encoded.append(url, end, url.length()).toString();
    }

    private static void append(int c, Charset page, CharsetEncoder encoder, StringBuilder to) {
        String character = Character.toString(c);
        if (c < 0x80) {
            to.append(character);
        } else if (!encoder.canEncode(character)) {
            to.append("%26%23").append(c).append("%3B");
        } else {
            for (byte octet : character.getBytes(page)) {
                to.append(octet < 0 ? String.format("%%%02X", octet) : Character.toString(octet));
            }
        }
    }
}
