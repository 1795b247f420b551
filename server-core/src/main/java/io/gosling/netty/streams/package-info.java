/**
 * The client's end of HTTP/2 in clear text, begun without asking (RFC 9113, section 3.3): requests are streams of a few
 * connections. Start at {@link io.gosling.netty.client.http2.Http2ConnectionPool}.
 */
@NullMarked
package io.gosling.netty.streams;

import org.jspecify.annotations.NullMarked;
