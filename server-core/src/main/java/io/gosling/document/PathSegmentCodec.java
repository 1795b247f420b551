package io.gosling.document;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HexFormat;

/** One segment of a request path: decoded with every check, encoded by one rule. */
final class PathSegmentCodec {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    /** RFC 3986: pchar without the percent sign. */
    private static final String PLAIN_MARKS = "-._~!$&'()*+,;=:@";

    /** True on systems that separate names by backslashes too, and whose programs find them in other characters. */
    private static final boolean BACKSLASH_SEPARATES = File.separatorChar == '\\';

    private static final int SHOWN = 120;

    private PathSegmentCodec() {}

    static String decode(String path, int start, int end) {
        ByteBuffer bytes = ByteBuffer.allocate(end - start);
        boolean ascii = true;
        for (int i = start; i < end; i++) {
            int octet = path.charAt(i);
            if (octet == '%') {
                octet = escaped(path, i, end);
                i += 2;
            } else if (octet > 0x7e || " ?#\\".indexOf(octet) >= 0) {
                throw malformed(path, "a character at " + i + " must be percent-encoded");
            }
            requirePlain(path, octet, i);
            ascii &= octet < 0x80;
            bytes.put((byte) octet);
        }
        bytes.flip();
        String text = ascii ? StandardCharsets.US_ASCII.decode(bytes).toString() : unicode(path, bytes);
        if (BACKSLASH_SEPARATES && isDisguised(text)) {
            throw malformed(path, "it holds a backslash, or a Unicode form of a separator or a dot");
        }
        return text;
    }

    static void encode(String segment, StringBuilder to) {
        for (byte octet : segment.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain((char) (octet & 0xff))) {
                to.append((char) octet);
            } else {
                to.append('%').append(HEX.toHexDigits(octet));
            }
        }
    }

    static IllegalDocumentPathException malformed(String path, String rule) {
        StringBuilder shown = new StringBuilder();
        path.chars().limit(SHOWN).forEach(c -> shown.append(c > 0x20 && c < 0x7f ? (char) c : '?'));
        return new IllegalDocumentPathException("path " + shown + (path.length() > SHOWN ? "..." : "") + ": " + rule);
    }

    private static int escaped(String path, int at, int end) {
        if (at + 2 >= end || !HexFormat.isHexDigit(path.charAt(at + 1)) || !HexFormat.isHexDigit(path.charAt(at + 2))) {
            throw malformed(path, "the percent sign at " + at + " must be followed by two hexadecimal digits");
        }
        return HexFormat.fromHexDigits(path, at + 1, at + 3);
    }

    private static void requirePlain(String path, int octet, int at) {
        if (octet < 0x20 || octet == 0x7f) {
            throw malformed(path, "there is a control character at " + at);
        }
        if (octet == '/') {
            throw malformed(path, "a separator at " + at + " is encoded");
        }
    }

    private static String unicode(String path, ByteBuffer bytes) {
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw malformed(path, "it is not UTF-8");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw malformed(path, "there is a control character");
        }
        return text;
    }

    /**
     * Returns true if programs that take a backslash for a separator, or fold Unicode, would find a separator, a dot
     * segment or a hidden file in a decoded segment.
     */
    static boolean isDisguised(String text) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC);
        return folded.indexOf('/') >= 0
                || folded.indexOf('\\') >= 0
                || (!folded.equals(text) && folded.startsWith("."));
    }

    /** Returns true for a character that stands for itself in a path in canonical form. */
    static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || PLAIN_MARKS.indexOf(c) >= 0;
    }
}
