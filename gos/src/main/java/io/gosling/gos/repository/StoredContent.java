package io.gosling.gos.repository;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The value that is stored under a key.
 *
 * @param bytes must not be changed, neither by the caller of put nor by that of get
 * @param tags names by which copies of several objects are purged together; at most {@value #MOST_TAGS}, without
 *     blanks, together at most {@value #MOST_TAG_BYTES} bytes
 * @param timeToLive the remaining lifetime of the object, above zero; null for unlimited
 */
public record StoredContent(
        byte[] bytes, List<String> tags, @Nullable Duration timeToLive) {
    /** Tags of one object. */
    public static final int MOST_TAGS = 64;
    /** Bytes of all tags of one object, in UTF-8. */
    public static final int MOST_TAG_BYTES = 4096;

    static final Duration LONGEST_LIFE = Duration.ofDays(3650);

    public StoredContent {
        tags = List.copyOf(tags);
        for (String tag : tags) {
            if (tag.isEmpty() || tag.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("tag \"" + tag + "\"; expected a word without blanks");
            }
        }
        int length = tags.stream()
                .mapToInt(tag -> tag.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (tags.size() > MOST_TAGS || length > MOST_TAG_BYTES) {
            throw new IllegalArgumentException(tags.size() + " tags with " + length + " bytes; expected at most "
                    + MOST_TAGS + " with " + MOST_TAG_BYTES + " bytes");
        }
        if (timeToLive != null
                && (timeToLive.compareTo(Duration.ofMillis(1)) < 0 || timeToLive.compareTo(LONGEST_LIFE) > 0)) {
            throw new IllegalArgumentException(
                    "a time to live of " + timeToLive + "; expected 1 ms to " + LONGEST_LIFE.toDays() + " days");
        }
    }

    /** Bytes that stay until they are removed. */
    public static StoredContent of(byte[] bytes) {
        return new StoredContent(bytes, List.of(), null);
    }

    public static StoredContent of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The same for this long only. */
    public StoredContent expiring(Duration after) {
        return new StoredContent(bytes, tags, after);
    }

    /** The same with these tags. */
    public StoredContent tagged(String... names) {
        return new StoredContent(bytes, List.of(names), timeToLive);
    }

    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
