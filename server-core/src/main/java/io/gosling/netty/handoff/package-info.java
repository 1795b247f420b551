/**
 * TCP connection hand-off from a front-end to a node, by SCM_RIGHTS on one host or by TCP_REPAIR between hosts: the
 * frames, their codec and encryption, and the node's side.
 *
 * <p>Start at {@link HandoffFrame}; {@link LocalHandoffListener} receives from the same host, {@link
 * RemoteHandoffListener} from others. The front-end's side is in io.gosling.dispatcher.handoff and uses the frames, the
 * codec and {@link TcpRepairSocket}.
 */
@NullMarked
package io.gosling.netty.handoff;

import org.jspecify.annotations.NullMarked;
