/**
 * The server of HTTP/1.1 and HTTP/2 and the pooled client of HTTP/1.1: the only package that runs event loops and codecs, with
 * {@link io.gosling.netty.streams}, the client of HTTP/2.
 *
 * <p>Start at {@link io.gosling.netty.server.HttpServer} and its {@code ServerPipeline}, which lists the stages of a request in
 * order; {@link io.gosling.netty.client.HttpClient} is the other end.
 */
@NullMarked
package io.gosling.netty;

import org.jspecify.annotations.NullMarked;
