package io.gosling.bench.checker;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * One URL of the origin: what it answers in each of its versions, and by what it can be purged. Pure, so that any byte
 * of any answer can be told from those of other versions and other URLs.
 *
 * @param number its place in {@link #all}
 */
record Page(int number, String path, Kind kind) {
    /** The time for which a page may be served stale, in nanoseconds; {@link Kind#LENIENT} has it in seconds. */
    static final long STALE_NANOS = 1_000_000_000;

    private static final int TOPICS = 5;
    private static final int EDITIONS = 3;

    /** The origin's treatment of a page. */
    enum Kind {
        PLAIN("max-age=1000000", 300),
        LARGE("max-age=1000000", 40_000),
        /** Its body takes a while, so that purges meet fills under way. */
        SLOW("max-age=1000000", 6_000),
        CHUNKED("max-age=1000000", 3_000),
        VARIES("max-age=1000000", 500),
        LENIENT("max-age=1000000, stale-while-revalidate=1", 400),
        /** To be compared each time. */
        COMPARED("no-cache", 400);

        private final String cacheControl;
        private final int length;

        Kind(String cacheControl, int length) {
            this.cacheControl = cacheControl;
            this.length = length;
        }

        String cacheControl() {
            return cacheControl;
        }
    }

    /** A few dozen, half of them the plain ones that event loops answer. */
    static List<Page> all() {
        List<Kind> kinds = List.of(
                Kind.PLAIN,
                Kind.SLOW,
                Kind.PLAIN,
                Kind.LARGE,
                Kind.PLAIN,
                Kind.VARIES,
                Kind.LENIENT,
                Kind.PLAIN,
                Kind.CHUNKED,
                Kind.PLAIN,
                Kind.SLOW,
                Kind.COMPARED);
        return IntStream.range(0, 36)
                .mapToObj(i -> {
                    Kind kind = kinds.get(i % kinds.size());
                    String query = i % 9 == 4 ? "?q=" + i : "";
                    return new Page(
                            i,
                            "/" + "abc".charAt(i % 3) + "/" + kind.name().toLowerCase(Locale.ROOT) + i + query,
                            kind);
                })
                .toList();
    }

    /**
     * The names the origin gives it in this version: one for its topic, one for all of its kind, one that comes and
     * goes.
     */
    List<String> tags(int version) {
        return List.of("topic" + number % TOPICS, kind.name(), "edition" + version % EDITIONS);
    }

    /** Every tag that any page ever has. */
    static List<String> allTags() {
        return all().stream()
                .flatMap(page ->
                        IntStream.range(0, EDITIONS).mapToObj(page::tags).flatMap(List::stream))
                .distinct()
                .toList();
    }

    /** The folder it is in. */
    String folder() {
        return path.substring(0, path.indexOf('/', 1) + 1);
    }

    int length(int version) {
        return kind.length + version * 37 % 101;
    }

    byte[] body(int version, String variant) {
        byte[] unit = unit(version, variant);
        byte[] body = new byte[length(version)];
        for (int i = 0; i < body.length; i++) {
            body[i] = unit[i % unit.length];
        }
        return body;
    }

    /** Returns whether these bytes are what this version has from a position on, all of them. */
    boolean isPart(byte[] bytes, int version, String variant, int from) {
        byte[] unit = unit(version, variant);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != unit[(from + i) % unit.length]) {
                return false;
            }
        }
        return from + bytes.length <= length(version);
    }

    private byte[] unit(int version, String variant) {
        return (path + " v" + version + " " + variant + "\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    String etag(int version, String variant) {
        return "\"v" + version + variant + "\"";
    }

    @Override
    public String toString() {
        return path;
    }
}
