package io.gosling.bench.packet;

/** The kind of requests that clients send. */
record RequestKind(FileSet set, boolean kept) {
    static RequestKind apart(FileSet set) {
        return new RequestKind(set, false);
    }

    String line() {
        return set.title + (kept ? ", kept alive" : "");
    }
}
