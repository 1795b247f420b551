package io.gosling.bench.peers;

/**
 * The ports of a server on 127.0.0.1.
 *
 * @param plain the port for HTTP
 * @param secure the port for HTTPS
 */
record Address(int plain, int secure) {}
