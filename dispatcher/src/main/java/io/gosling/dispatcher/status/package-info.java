/**
 * Statistics of a front-end: the status of the front-end and its back-ends, the outcomes of requests, and the lines of
 * the access log.
 *
 * <p>Start at {@link FrontEndStatus} and {@link RequestOutcome}. It depends on no other package of the dispatcher;
 * metrics and administration in the node module read it.
 */
@NullMarked
package io.gosling.dispatcher.status;

import org.jspecify.annotations.NullMarked;
