package io.gosling.document;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of a file's bytes that take reading them.
 *
 * @param tag the entity tag
 * @param mediaType with a charset if it is text that may be called UTF-8
 */
record FileContentMetadata(String tag, String mediaType) {
    /** Bytes of a text by which its charset is judged. */
    static final int SAMPLE = 64 << 10;

    /** Bytes in which browsers look for the charset that a page names (HTML, section 13.2.3.2). */
    private static final int NAMED_WITHIN = 1024;

    private static final Pattern META =
            Pattern.compile("<meta[^>]*charset\\s*=\\s*[\"']?([A-Za-z0-9_:.+-]+)", Pattern.CASE_INSENSITIVE);

    /**
     * Returns false if a text must not be called UTF-8. A header's charset outweighs the one that a page names.
     *
     * @param mediaType of the text
     * @param begin its first bytes, up to {@link #SAMPLE}
     */
    static boolean isUtf8(String mediaType, byte[] begin) {
        Matcher named =
                META.matcher(new String(begin, 0, Math.min(begin.length, NAMED_WITHIN), StandardCharsets.ISO_8859_1));
        if (mediaType.startsWith("text/html") && named.find() && !named.group(1).matches("(?i)utf-?8")) {
            return false;
        }
        CharBuffer text = CharBuffer.allocate(begin.length);
        return !StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(begin), text, begin.length < SAMPLE)
                .isError();
    }
}
