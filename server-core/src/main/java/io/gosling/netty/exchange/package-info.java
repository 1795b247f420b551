/**
 * One request and its response between an event loop and the virtual thread that handles it: request body with
 * back-pressure, response header, and the writer interface that HTTP/1.1 and HTTP/2 implement.
 *
 * <p>Start at {@link io.gosling.netty.exchange.ExchangeChannel} and {@link io.gosling.netty.exchange.RequestBody};
 * {@link io.gosling.netty.exchange.ExchangeSlots} bounds the exchanges that run at the same time. Used by the server;
 * the client uses {@link io.gosling.netty.exchange.BodyQueue}.
 */
@NullMarked
package io.gosling.netty.exchange;

import org.jspecify.annotations.NullMarked;
