/**
 * The three kinds of long-running process, assembled from the libraries: a node, a front-end and a packet dispatcher.
 *
 * <p>Start at {@link RunningNode}, {@link RunningFrontEnd} or {@link RunningPacketDispatcher}; each opens listeners,
 * joins the cluster, reloads its configuration and drains. {@link NodeStatusResponseBuilder} and {@link
 * FrontEndStatusResponseBuilder} are the JSON of /status, {@link NodeMetrics}, {@link FrontEndMetrics} and {@link
 * PacketMetrics} the metrics, {@link ClientListeners} the client ports of a node, {@link ReplicationSetup} its part in
 * a replica set. {@link PlacementRecovery} and {@link MemberBackends} make cluster members a front-end's back-ends.
 * Used by the verbs. The ports that gos, dispatcher and replication declare are implemented here and in content.
 */
@NullMarked
package io.gosling.node.run;

import org.jspecify.annotations.NullMarked;
