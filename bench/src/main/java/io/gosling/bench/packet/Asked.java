package io.gosling.bench.packet;

/**
 * What clients ask for, and how.
 *
 * @param set of documents, or a service that is none of HTTP
 * @param kept whether a connection is for many requests
 */
record Asked(FileSet set, boolean kept) {
    static Asked apart(FileSet set) {
        return new Asked(set, false);
    }

    /** How tables and plots call it. */
    String line() {
        return set.title() + (kept ? ", kept alive" : "");
    }
}
