/**
 * One request and its response between an event loop and the virtual thread that handles it: request body with
 * back-pressure, response header, and the writer interface that HTTP/1.1 and HTTP/2 implement.
 *
 * <p>Start at {@link ExchangeChannel} and {@link RequestBody}; {@link ExchangeSlots} bounds the exchanges that run at
 * the same time. Used by the server; the client uses {@link BodyQueue}.
 */
@NullMarked
package io.gosling.netty.exchange;

import org.jspecify.annotations.NullMarked;
