/**
 * The HTTP/2 client with prior knowledge (RFC 9113, section 3.3): requests become streams of a few shared connections.
 *
 * <p>Start at {@link Http2ConnectionPool}; {@link Http2ToHttp1Codec} gives each stream the messages of HTTP/1.1. Used
 * by the front-end only.
 */
@NullMarked
package io.gosling.netty.client.http2;

import org.jspecify.annotations.NullMarked;
