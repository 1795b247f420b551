/**
 * The values and messages of the purge protocol, and their binary encoding.
 *
 * <p>Start at {@link PurgeRequest}, the purge that is to be made, with its {@link PurgeSelector}s; {@link PurgeMessage}
 * lists all messages, {@link AddressedPurgeMessage} adds sender and receiver, {@link PurgeMessageCodec} encodes them.
 * {@link PurgeVersionVector} is a version vector over the logs of the quorum members. All values are immutable.
 * Messages may be lost, duplicated, delayed or reordered. Imports the JDK and io.gosling.wire only; any package may use
 * it.
 */
@NullMarked
package io.gosling.purge.message;

import org.jspecify.annotations.NullMarked;
