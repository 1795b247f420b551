/**
 * Frames in and out of a network interface, past the system's own stack: Linux AF_PACKET through the JDK's foreign functions.
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.link.FrameLink}. Knows nothing of sessions and back-ends, and is usable by
 * itself.
 */
@NullMarked
package io.gosling.dispatcher.packet.link;

import org.jspecify.annotations.NullMarked;
