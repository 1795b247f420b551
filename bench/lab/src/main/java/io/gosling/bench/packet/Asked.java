package io.gosling.bench.packet;

/** The kind of requests that clients send. */
record Asked(FileSet set, boolean kept) {
    static Asked apart(FileSet set) {
        return new Asked(set, false);
    }

    String line() {
        return set.title + (kept ? ", kept alive" : "");
    }
}
