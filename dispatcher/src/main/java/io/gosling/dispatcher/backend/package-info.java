/**
 * Back-ends and the connections to them.
 *
 * <p>Start at {@link Backend}, or at {@link RelayBackendConnection} for the connections: it takes a connection from the
 * pool for one request and returns it; {@link BackendChannel} reads and writes on it, and {@link BackendFailureReason}
 * gives the reason of an attempt without a response. {@link BackendSource} is the source of the list of back-ends,
 * fixed or discovered. Knows nothing of requests in the queue, of clients or of policies.
 */
@NullMarked
package io.gosling.dispatcher.backend;

import org.jspecify.annotations.NullMarked;
