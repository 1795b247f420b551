package io.gosling.tools.load;

/** The reason why a request has no response. */
enum RequestFailureReason {
    CONNECT("no connection"),
    RESET("connection ended"),
    TIME_OUT("time-out"),
    FAULT("not HTTP"),
    UNSENT("never sent");

    private final String words;

    RequestFailureReason(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
