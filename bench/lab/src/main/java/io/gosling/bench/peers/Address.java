package io.gosling.bench.peers;

/** The ports of a server on 127.0.0.1. */
record Address(int plain, int secure) {}
