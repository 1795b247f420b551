package io.gosling.gos.disk;

/**
 * A purge among the records: of all records before it, those that it selects are gone. Lasts as long as its segment.
 *
 * @param base the hash of the base that it selects, where there is no text
 * @param text the selected objects, in a form that the user of the store understands; empty for one base
 */
record PurgeTombstone(long base, String text) {
    static PurgeTombstone of(long base) {
        return new PurgeTombstone(base, "");
    }

    static PurgeTombstone of(String text) {
        return new PurgeTombstone(0, text);
    }

    boolean isWide() {
        return !text.isEmpty();
    }
}
