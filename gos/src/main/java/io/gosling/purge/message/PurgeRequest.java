package io.gosling.purge.message;

import java.util.List;

/**
 * A request to stop serving objects as they are in memory.
 *
 * @param selectors the objects that it selects, 1 to 1000, together at most {@value #MOST_BYTES} bytes
 * @param strength the fate of copies: removed or stale
 */
public record PurgeRequest(List<PurgeSelector> selectors, Strength strength) {
    public static final int MOST_SELECTORS = 1000;
    /** Bytes of all names together, in UTF-8: a purge has to fit into a message. */
    public static final int MOST_BYTES = 128 * 1024;

    /** The effect of a purge on copies: removal, or marking as stale. */
    public enum Strength {
        /** They are removed. */
        HARD,
        /** They are marked stale: served only where stale answers are allowed, never as fresh. */
        SOFT
    }

    /** @throws IllegalArgumentException naming the number that is out of bounds */
    public PurgeRequest {
        selectors = List.copyOf(selectors);
        if (selectors.isEmpty() || selectors.size() > MOST_SELECTORS) {
            throw new IllegalArgumentException("a purge of " + selectors.size() + " selectors; expected 1 to "
                    + MOST_SELECTORS + ": purge by prefix or tag, or in parts");
        }
        int length = length(selectors);
        if (length > MOST_BYTES) {
            throw new IllegalArgumentException("a purge whose names have " + length + " bytes together; expected "
                    + MOST_BYTES + " at most: purge in parts");
        }
    }

    /** One object with all its variants, removed. */
    public static PurgeRequest hard(String url) {
        return new PurgeRequest(List.of(new PurgeSelector.Url(url)), Strength.HARD);
    }

    /** Its approximate size in memory, in a message and in a file, in bytes. */
    public int size() {
        return 32 + 16 * selectors.size() + length(selectors);
    }

    private static int length(List<PurgeSelector> selectors) {
        return selectors.stream().mapToInt(PurgeSelector::bytes).sum();
    }
}
