package io.gosling.bench.peers;

/**
 * Where a server answers on 127.0.0.1.
 *
 * @param plain the port for HTTP
 * @param secure the port for HTTPS
 */
record Address(int plain, int secure) {}
