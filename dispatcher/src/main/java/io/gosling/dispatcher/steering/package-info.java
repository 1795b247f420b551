/**
 * Bringing a client's packets, which still come to the front-end's host, to the host that has its connection now.
 *
 * <p>Start at {@link io.gosling.dispatcher.steering.Steering}.
 */
@NullMarked
package io.gosling.dispatcher.steering;

import org.jspecify.annotations.NullMarked;
