/**
 * How a front-end passes clients' connections to nodes on its host: what both say to each other, where they meet, and the
 * node's side.
 *
 * <p>Start at {@link io.gosling.netty.handoff.HandoffListener}; {@link io.gosling.netty.handoff.HandoffFrame} is the protocol.
 */
@NullMarked
package io.gosling.netty.handoff;

import org.jspecify.annotations.NullMarked;
