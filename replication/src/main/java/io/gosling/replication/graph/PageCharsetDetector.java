package io.gosling.replication.graph;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Detects the charset of a page: from the byte order mark, then the media type, then the page's own {@code <meta>} in
 * its first 1024 bytes; otherwise UTF-8 if the bytes are valid UTF-8, and windows-1252 for the rest.
 */
final class PageCharsetDetector {
    private static final int META_WITHIN = 1024;
    private static final Pattern PARAMETER = Pattern.compile("charset\\s*=\\s*[\"']?([A-Za-z0-9_:.+-]+)");
    private static final Pattern META =
            Pattern.compile("<meta[^>]*charset\\s*=\\s*[\"']?([A-Za-z0-9_:.+-]+)", Pattern.CASE_INSENSITIVE);

    /** Byte order marks, one character a byte. */
    private static final Map<String, Charset> MARKS = Map.of(
            "\u00EF\u00BB\u00BF", StandardCharsets.UTF_8,
            "\u00FE\u00FF", StandardCharsets.UTF_16BE,
            "\u00FF\u00FE", StandardCharsets.UTF_16LE);

    /** Every ASCII character once, the escape and the shifts among them. */
    private static final String ASCII =
            IntStream.range(0, 0x80).mapToObj(Character::toString).collect(Collectors.joining());

    private PageCharsetDetector() {}

    static Charset of(byte[] page, String mediaType) {
        return ofMark(page)
                .or(() -> named(PARAMETER.matcher(mediaType.toLowerCase(Locale.ROOT))))
                .or(() -> named(META.matcher(beginning(page))))
                .orElseGet(() -> guess(page));
    }

    /** The offset at which the {@code <meta>} with the charset ends, if that decides; else 0. */
    static int metaEnd(byte[] page, String mediaType) {
        if (ofMark(page).isPresent()
                || named(PARAMETER.matcher(mediaType.toLowerCase(Locale.ROOT))).isPresent()) {
            return 0;
        }
        Matcher meta = META.matcher(beginning(page));
        return meta.find() ? meta.end() : 0;
    }

    /** True if every byte below 0x80 outside a multi-byte character is the ASCII character it looks like. */
    static boolean keepsAscii(Charset charset) {
        return new String(ASCII.getBytes(StandardCharsets.US_ASCII), charset).equals(ASCII);
    }

    /** True if a byte below 0x80 may be part of another character, as in Shift_JIS, GBK and Big5. */
    static boolean mayHideAscii(Charset charset) {
        return !charset.equals(StandardCharsets.UTF_8)
                && (!charset.canEncode() || charset.newEncoder().maxBytesPerChar() > 1);
    }

    private static Optional<Charset> ofMark(byte[] page) {
        String beginning = beginning(page);
        return MARKS.entrySet().stream()
                .filter(mark -> beginning.startsWith(mark.getKey()))
                .findFirst()
                .map(Map.Entry::getValue);
    }

    private static String beginning(byte[] page) {
        return new String(page, 0, Math.min(page.length, META_WITHIN), StandardCharsets.ISO_8859_1);
    }

    private static Optional<Charset> named(Matcher matcher) {
        if (!matcher.find()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Charset.forName(matcher.group(1)));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }

    private static Charset guess(byte[] page) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(page));
            return StandardCharsets.UTF_8;
        } catch (CharacterCodingException notUtf8) {
            return Charset.forName("windows-1252");
        }
    }
}
