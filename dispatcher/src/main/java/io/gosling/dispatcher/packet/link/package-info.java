/**
 * Raw access to a network interface: sends and receives frames through Linux AF_PACKET sockets, called by Java's
 * foreign function interface.
 *
 * <p>Start at {@link FrameLink}. It knows nothing of sessions and back-ends; of this product it needs
 * io.gosling.dispatcher.packet.frame alone.
 */
@NullMarked
package io.gosling.dispatcher.packet.link;

import org.jspecify.annotations.NullMarked;
