/**
 * Decoding and validation of HTTP/1.1 messages (RFC 9112), stricter than Netty's codec: request smuggling is refused
 * here.
 *
 * <p>Start at {@link RequestDecoder} and {@link ResponseDecoder}; {@link MessageFraming} finds the end of a body.
 * {@link RequestValidator} also judges HTTP/2 requests, which are converted to this form. Pure or per connection; used
 * by the server, by the clients and by the front-end.
 */
@NullMarked
package io.gosling.netty.http1;

import org.jspecify.annotations.NullMarked;
