/**
 * The HTTP server.
 *
 * <p>Each request is answered on the event loop ({@link io.gosling.netty.server.Http1HotResponder}: documents in
 * memory, and others that were fetched for it) or by a handler on a virtual thread ({@link
 * io.gosling.netty.server.ExchangeRunner}). Start at {@link io.gosling.netty.server.HttpServer} and {@link
 * io.gosling.netty.server.ServerPipeline}, which lists the stages of a connection; {@link
 * io.gosling.netty.server.Http1ServerConnection} and {@link io.gosling.netty.server.Http2ServerRequests} are the two
 * protocols. {@link io.gosling.netty.server.AdoptedConnections} takes connections that another process accepted. Used
 * by io.gosling, the nodes, the channel between nodes, and, for adoption, the front-end.
 */
@NullMarked
package io.gosling.netty.server;

import org.jspecify.annotations.NullMarked;
