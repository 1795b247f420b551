/**
 * The frames of links between nodes and their bytes. {@link io.gosling.gos.link.frame.PeerFrame} lists the frames,
 * {@link io.gosling.gos.link.frame.FrameKind} has their numbers and bounds, {@link
 * io.gosling.gos.link.frame.PeerFrameCodec} their bytes, and {@link io.gosling.gos.link.frame.PeerFrameReader} cuts a
 * connection's bytes into frames.
 *
 * <p>A frame, numbers with the high byte first:
 *
 * <pre>
 *   bytes of fields 4 | bytes of body 4 | kind 1 | id 4 | fields | body
 * </pre>
 */
@NullMarked
package io.gosling.gos.link.frame;

import org.jspecify.annotations.NullMarked;
