package io.gosling.gos.disk;

/**
 * What was purged: of everything that stands before it, the records that it means are gone.
 *
 * @param base the hash of the base that is meant, where there is no text
 * @param text says which objects are meant, to those who ask; empty for one base
 */
record Note(long base, String text) {
    static Note of(long base) {
        return new Note(base, "");
    }

    static Note of(String text) {
        return new Note(0, text);
    }

    boolean isWide() {
        return !text.isEmpty();
    }
}
