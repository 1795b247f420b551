/**
 * The front-end of a cluster: listens for clients, chooses a back-end for each request and forwards the request to it.
 *
 * <p>Start at {@link FrontEnd}, which connects the packages below and runs the periodic tasks; {@link
 * io.gosling.dispatcher.backend.BackendSource} reports the back-ends. The node module and embedders use this package.
 * No other package of the dispatcher depends on it.
 */
@NullMarked
package io.gosling.dispatcher;

import org.jspecify.annotations.NullMarked;
