/**
 * Which back-end has which session: a table off the heap, in 32 bytes a session.
 *
 * <p>Start at {@link io.gosling.dispatcher.packet.session.SessionTable}. Pure: no clock, no packet; the time is a parameter.
 */
@NullMarked
package io.gosling.dispatcher.packet.session;

import org.jspecify.annotations.NullMarked;
