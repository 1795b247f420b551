/**
 * The three kinds of long-running process, assembled from the libraries: a node, a front-end and a packet dispatcher.
 *
 * <p>Start at {@link io.gosling.node.run.RunningNode}, {@link io.gosling.node.run.RunningFrontEnd} or
 * {@link io.gosling.node.run.RunningPacketDispatcher}; each opens listeners, joins the cluster, reloads its
 * configuration and drains. {@link io.gosling.node.run.NodeStatus} and {@link
 * io.gosling.node.run.FrontEndStatusResponse} are the JSON of /status, {@link io.gosling.node.run.NodeMetrics}, {@link
 * io.gosling.node.run.FrontEndMetrics} and {@link io.gosling.node.run.PacketMetrics} the metrics, {@link
 * io.gosling.node.run.ClientListeners} the client ports of a node, {@link io.gosling.node.run.ReplicationSetup} its
 * part in a replica set. {@link io.gosling.node.run.PlacementRecovery} and {@link io.gosling.node.run.MemberBackends}
 * make cluster members a front-end's back-ends. Used by the verbs. The ports that gos, dispatcher and replication
 * declare are implemented here and in content.
 */
@NullMarked
package io.gosling.node.run;

import org.jspecify.annotations.NullMarked;
