/**
 * Back-ends and the connections to them.
 *
 * <p>Backend describes one, Backends is the source of their list (fixed or discovered). {@link
 * io.gosling.dispatcher.backend.RelayBackendConnection} takes a connection from the pool for one request and returns
 * it, {@link io.gosling.dispatcher.backend.BackendChannel} reads and writes on it, and {@link
 * io.gosling.dispatcher.backend.BackendFailure} gives the reason of an attempt without a response. Start at Backend, or
 * at {@link io.gosling.dispatcher.backend.RelayBackendConnection} for the connections. It knows nothing of requests in
 * the queue, of clients or of policies.
 */
@NullMarked
package io.gosling.dispatcher.backend;

import org.jspecify.annotations.NullMarked;
