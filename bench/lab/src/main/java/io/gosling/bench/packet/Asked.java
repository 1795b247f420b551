package io.gosling.bench.packet;

/**
 * The kind of requests that clients send.
 *
 * @param set of documents, or a service that is none of HTTP
 * @param kept whether a connection is for many requests
 */
record Asked(FileSet set, boolean kept) {
    static Asked apart(FileSet set) {
        return new Asked(set, false);
    }

    String line() {
        return set.title() + (kept ? ", kept alive" : "");
    }
}
