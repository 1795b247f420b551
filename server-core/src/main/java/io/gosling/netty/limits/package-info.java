/**
 * Limits of a server and its clients: sizes, timeouts and rates as settings, and counters of how often each was
 * reached.
 *
 * <p>Start at {@link HttpLimits}; {@link Http2Limits} belongs to it. Values only, usable by every package.
 */
@NullMarked
package io.gosling.netty.limits;

import org.jspecify.annotations.NullMarked;
