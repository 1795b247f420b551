/**
 * Accepting connections: listening sockets (TCP with SO_REUSEPORT, Unix), connection and request limits per client
 * address, and the PROXY protocol.
 *
 * <p>Start at {@link Listener} and {@link ListenEndpoint}. {@link AcceptedChannelInitializer} lists the stages up to
 * the point where the protocol is known (PROXY header, TLS and ALPN, HTTP/2 preface); {@link ClientAddressTable} counts
 * clients. Knows no requests; used by the server, the front-end and handoff.
 */
@NullMarked
package io.gosling.netty.listen;

import org.jspecify.annotations.NullMarked;
