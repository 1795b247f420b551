/**
 * Clients' connections: the HTTP/1.1 and HTTP/2 pipelines, their timeouts, and tunnels after an upgrade.
 *
 * <p>Start at {@link ClientPipelineBuilder}; {@link ClientConnection} serves HTTP/1.1, {@link Http2ClientStream} one
 * HTTP/2 stream, {@link ClientSocketHandoff} moves a connection to a back-end's process. Only {@code FrontEnd} uses
 * this package; each class belongs to the event loop of its connection.
 */
@NullMarked
package io.gosling.dispatcher.downstream;

import org.jspecify.annotations.NullMarked;
