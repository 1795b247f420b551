package io.gosling.bench.packet;

/** The kind of requests that clients send. */
record RequestKind(DocumentSet set, boolean kept) {
    static RequestKind apart(DocumentSet set) {
        return new RequestKind(set, false);
    }

    String line() {
        return set.title + (kept ? ", kept alive" : "");
    }
}
