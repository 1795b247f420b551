package io.gosling.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A content coding (RFC 9110, section 8.4.1), in the order in which equals are preferred. */
public enum Coding {
    BROTLI("br", ".br"),
    ZSTD("zstd", ".zst"),
    GZIP("gzip", ".gz");

    private final String token;
    private final String extension;

    Coding(String token, String extension) {
        this.token = token;
        this.extension = extension;
    }

    /** Its name in Accept-Encoding and Content-Encoding. */
    public String token() {
        return token;
    }

    /** What a precompressed file's name ends with. */
    String extension() {
        return extension;
    }

    /** The coding of this name, or null when there is none. */
    public static @Nullable Coding named(String token) {
        for (Coding coding : values()) {
            if (coding.token.equals(token)) {
                return coding;
            }
        }
        return null;
    }

    private record Weighed(Coding coding, int thousandths) {}

    /**
     * The codings that a client would rather have than none, best first (RFC 9110, section 12.5.3). Pure.
     *
     * @param field the value of Accept-Encoding, or null when the client sent none
     */
    static List<Coding> accepted(@Nullable String field, List<Coding> offers) {
        if (field == null || offers.isEmpty()) {
            return List.of();
        }
        int star = quality(field, "*", -1);
        int identity = quality(field, "identity", 1);
        List<Weighed> accepted = new ArrayList<>();
        for (Coding coding : offers) {
            int quality = quality(field, coding.token, Math.max(star, 0));
            if (quality > 0 && quality >= identity) {
                accepted.add(new Weighed(coding, quality));
            }
        }
        accepted.sort(Comparator.comparingInt(Weighed::thousandths).reversed().thenComparing(Weighed::coding));
        return accepted.stream().map(Weighed::coding).toList();
    }

    private static int quality(String field, String token, int otherwise) {
        for (String element : field.split(",")) {
            String[] parts = element.split(";");
            if (parts.length > 0 && parts[0].strip().toLowerCase(Locale.ROOT).equals(token)) {
                return parts.length < 2 ? 1000 : thousandths(parts[1].strip().toLowerCase(Locale.ROOT));
            }
        }
        return otherwise;
    }

    /** Of {@code q=0.5}; 0 where it is malformed. */
    private static int thousandths(String quality) {
        return quality.matches("q=(0(\\.[0-9]{0,3})?|1(\\.0{0,3})?)")
                ? (int) Math.round(Double.parseDouble(quality.substring(2)) * 1000)
                : 0;
    }
}
