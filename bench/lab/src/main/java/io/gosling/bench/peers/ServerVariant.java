package io.gosling.bench.peers;

/** A variation of a server's set-up beyond serving one directory. */
enum ServerVariant {
    PLAIN,
    /** Writes a line for each request, in the combined format, to a file. */
    ACCESS_LOG,
    /** Two sites by host name, both with the same files. */
    TWO_SITES,
    /** 2 MiB of memory for bodies and no files kept open: nearly every request reads a file. */
    LITTLE_MEMORY;

    static final String FIRST_HOST = "a.example";
    static final String SECOND_HOST = "b.example";
}
