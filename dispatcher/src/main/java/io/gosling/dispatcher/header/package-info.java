/**
 * Rewrites message headers between client and back-end: removes hop-by-hop headers (RFC 9110, section 7.6.1), adds
 * Forwarded, X-Forwarded-*, Via and request IDs, and decides on upgrades and trailers.
 *
 * <p>Start at {@link ClientRequestHead} and {@link BackendResponseHead}; {@link PlainRequestReader} reads requests that
 * need no decoding. No I/O and no timers: headers in, headers out. Used by the relay and by the clients' connections.
 */
@NullMarked
package io.gosling.dispatcher.header;

import org.jspecify.annotations.NullMarked;
