/**
 * The HTTP server. It answers each request on the event loop, from memory, or by a handler on a virtual thread.
 *
 * <p>Start at {@link HttpServer} and {@link ServerPipelineBuilder}, which lists the stages of a connection; {@link
 * Http1GeneralConnection} and {@link Http2ServerRequestSink} are the two protocols. {@link Http1FastPathResponder}
 * answers on the event loop, with documents in memory and others that were fetched for it; {@link ExchangeRunner}
 * starts handlers. {@link AdoptedConnections} takes connections that another process accepted. Used by io.gosling, the
 * nodes, the channel between nodes, and, for adoption, the front-end.
 */
@NullMarked
package io.gosling.netty.server;

import org.jspecify.annotations.NullMarked;
