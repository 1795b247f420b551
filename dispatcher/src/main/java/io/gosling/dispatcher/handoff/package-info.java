/**
 * A front-end's side of handing connections to nodes on its host.
 *
 * <p>Start at {@link io.gosling.dispatcher.handoff.Handoffs}; the protocol is in {@code io.gosling.netty.handoff}.
 */
@NullMarked
package io.gosling.dispatcher.handoff;

import org.jspecify.annotations.NullMarked;
