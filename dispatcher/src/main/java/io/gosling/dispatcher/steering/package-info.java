/**
 * Packet steering: forwards the packets of a handed-off connection to the host that serves it now.
 *
 * <p>Start at {@link PacketSteering}, which goes by hardware addresses on one network segment. Used by
 * io.gosling.dispatcher.handoff and, for a bound, by the node.
 */
@NullMarked
package io.gosling.dispatcher.steering;

import org.jspecify.annotations.NullMarked;
