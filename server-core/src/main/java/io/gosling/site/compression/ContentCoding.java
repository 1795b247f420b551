package io.gosling.site.compression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A content coding (RFC 9110, section 8.4.1), in the order in which equals are preferred. */
public enum ContentCoding {
    BROTLI("br", ".br"),
    ZSTD("zstd", ".zst"),
    GZIP("gzip", ".gz");

    private final String token;
    private final String extension;

    ContentCoding(String token, String extension) {
        this.token = token;
        this.extension = extension;
    }

    public String token() {
        return token;
    }

    /** Returns the extension of a precompressed file's name. */
    String extension() {
        return extension;
    }

    /** The coding of this name, or null when there is none. */
    public static @Nullable ContentCoding named(String token) {
        return Arrays.stream(values())
                .filter(coding -> coding.token.equals(token))
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the codings that a client prefers to none, best first (RFC 9110, section 12.5.3). Pure.
     *
     * @param field value of Accept-Encoding, or null when the client sent none
     * @param offers in the order in which equals are preferred
     */
    public static List<ContentCoding> accepted(@Nullable String field, List<ContentCoding> offers) {
        if (field == null || offers.isEmpty()) {
            return List.of();
        }
        List<ContentCoding> accepted = new ArrayList<>(offers);
        accepted.removeIf(coding -> weight(field, coding) == 0);
        accepted.sort(Comparator.comparingInt((ContentCoding coding) -> weight(field, coding))
                .reversed());
        return accepted;
    }

    /** The first of {@link #accepted}, or null; allocates nothing. */
    public static @Nullable ContentCoding best(String field, List<ContentCoding> offers) {
        ContentCoding best = null;
        int most = 0;
        for (int i = 0; i < offers.size(); i++) {
            int weight = weight(field, offers.get(i));
            if (weight > most) {
                most = weight;
                best = offers.get(i);
            }
        }
        return best;
    }

    /** Returns the weight in thousandths; 0 where the client prefers no coding. */
    private static int weight(String field, ContentCoding coding) {
        int own = AcceptEncodingParser.weight(field, coding.token, -1);
        int weight = own < 0 ? AcceptEncodingParser.weight(field, "*", 0) : own;
        return weight >= AcceptEncodingParser.weight(field, "identity", 1) ? weight : 0;
    }
}
