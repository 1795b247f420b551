/**
 * Event loops and sockets: the choice of transport (epoll, kqueue, NIO), half-closed and lingering
 * connections, stalled writes, and what a failed connect says about this host.
 *
 * <p>Start at {@link Transport}. Knows nothing of HTTP but the Date header that {@link EventLoopTimer} keeps; every
 * other package under io.gosling.netty may use it.
 */
@NullMarked
package io.gosling.netty.transport;

import org.jspecify.annotations.NullMarked;
