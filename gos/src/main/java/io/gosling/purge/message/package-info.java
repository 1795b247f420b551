/**
 * The values and messages of the purge protocol, and their binary encoding.
 *
 * <p>Start at Purge, what is to be purged, with its Selectors; Message lists all messages, Envelope adds sender and
 * receiver, {@link io.gosling.purge.message.PurgeMessageCodec} encodes them. {@link
 * io.gosling.purge.message.PurgeVersions} is a version vector over the logs of the quorum members. All values are
 * immutable. Messages may be lost, duplicated, delayed or reordered. Imports the JDK and io.gosling.wire only; any
 * package may use it.
 */
@NullMarked
package io.gosling.purge.message;

import org.jspecify.annotations.NullMarked;
