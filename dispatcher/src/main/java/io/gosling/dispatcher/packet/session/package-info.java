/**
 * The session table of the packet dispatchers: which back-end serves which TCP session, in off-heap memory, 32 bytes
 * each.
 *
 * <p>Start at {@link SessionTable}. Pure: time is a parameter.
 */
@NullMarked
package io.gosling.dispatcher.packet.session;

import org.jspecify.annotations.NullMarked;
