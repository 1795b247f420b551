/**
 * The front-end's side of connection handoff, to nodes on the same host and on other hosts.
 *
 * <p>Start at {@link HandoffLinks}, which lists the steps of a handoff; {@link LocalHandoffLinks} opens the routes on
 * this host, {@link RemoteHandoffLinks} those to other hosts. The wire protocol and the node's side are in
 * io.gosling.netty.handoff. Used by the other packages of the front-end and by the node, which configures it.
 */
@NullMarked
package io.gosling.dispatcher.handoff;

import org.jspecify.annotations.NullMarked;
