package io.gosling.bench.packet;

/** The paper's sets of documents (section 4.1), and a service that is not HTTP. */
enum DocumentSet {
    EMPTY("0k", "0 KB"),
    /** A typical first page of 1999. */
    KB_2("2k", "2 KB"),
    /** Files of a server's access log: the mean size of a request is 108.5 KB. */
    LOG("log", "log mix"),
    /** The same sizes, made by a process for each request: {@link DynamicPageService}. */
    MADE("made", "log mix, made dynamically"),
    BYTES("bytes", "a service that is not HTTP");

    final String label;
    final String title;

    DocumentSet(String label, String title) {
        this.label = label;
        this.title = title;
    }

    int port() {
        return switch (this) {
            case EMPTY, KB_2, LOG -> Testbed.HTTP_PORT;
            case MADE -> Testbed.MADE_PORT;
            case BYTES -> Testbed.BYTES_PORT;
        };
    }
}
