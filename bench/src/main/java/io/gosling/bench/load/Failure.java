package io.gosling.bench.load;

/** Why a request has no answer. */
enum Failure {
    CONNECT("no connection"),
    RESET("connection ended"),
    TIME_OUT("time-out"),
    FAULT("not HTTP"),
    UNSENT("never sent");

    private final String words;

    Failure(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
