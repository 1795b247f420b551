/**
 * The server side of HTTP/2 (RFC 9113): streams, request headers, flood protection and GOAWAY.
 *
 * <p>Start at {@link Http2Streams} and {@link Http2ServerConnection}; {@link Http2ConnectionSetup} is the entry for a
 * server that answers its own way, as the front-end does. Used by io.gosling.netty.server and by the front-end.
 */
@NullMarked
package io.gosling.netty.http2;

import org.jspecify.annotations.NullMarked;
