/**
 * The frames of links between nodes and their bytes.
 *
 * <p>Start at {@link PeerFrame}, which lists the frames. {@link FrameKind} has their numbers, bounds and fields, {@link
 * PeerFrameCodec} encodes and decodes them, and {@link PeerFrameReader} cuts a connection's bytes into frames. Used by
 * gos.link.
 */
@NullMarked
package io.gosling.gos.link.frame;

import org.jspecify.annotations.NullMarked;
