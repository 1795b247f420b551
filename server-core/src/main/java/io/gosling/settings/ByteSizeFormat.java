package io.gosling.settings;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of bytes as people write them: {@code 4096}, {@code 256k}, {@code 256KiB}, {@code 64m}, {@code 2GiB}.
 *
 * <p>Units are powers of 1024 and their case does not matter. {@code MB} is refused, since half of its readers take it
 * for a power of ten.
 */
public final class ByteSizeFormat {
    private static final Pattern FORM = Pattern.compile("([0-9]{1,19})([a-z]*)");
    private static final Map<String, Integer> SHIFTS =
            Map.of("", 0, "b", 0, "k", 10, "kib", 10, "m", 20, "mib", 20, "g", 30, "gib", 30, "t", 40, "tib", 40);
    private static final String[] NAMES = {"TiB", "GiB", "MiB", "KiB"};

    private ByteSizeFormat() {}

    /**
     * Reads a number of bytes.
     *
     * @throws IllegalArgumentException when the text is not a size or does not fit into 63 bits
     */
    public static long parse(String text) {
        Matcher form = FORM.matcher(text.toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new IllegalArgumentException("not a size: " + text);
        }
        Integer shift = SHIFTS.get(form.group(2));
        if (shift == null) {
            throw new IllegalArgumentException("not a unit of size: " + form.group(2));
        }
        long number = Long.parseLong(form.group(1));
        if (number > Long.MAX_VALUE >> shift) {
            throw new IllegalArgumentException("too large: " + text);
        }
        return number << shift;
    }

    /** The shortest exact form that {@link #parse} reads back. */
    public static String format(long bytes) {
        for (int i = 0; i < NAMES.length; i++) {
            int shift = 40 - 10 * i;
            if (bytes != 0 && bytes % (1L << shift) == 0) {
                return (bytes >> shift) + NAMES[i];
            }
        }
        return Long.toString(bytes);
    }

    /** A rounded form for tables, such as {@code 1.4 MiB}. */
    public static String approximately(long bytes) {
        for (int i = 0; i < NAMES.length; i++) {
            int shift = 40 - 10 * i;
            if (bytes >= 1L << shift) {
                return String.format(Locale.ROOT, "%.1f %s", (double) bytes / (1L << shift), NAMES[i]);
            }
        }
        return bytes + " B";
    }
}
