/**
 * A server of a replica set (DC-Apache, section 3): it is home of its own documents and co-op server of the others' at
 * once.
 *
 * <p>Start at {@link ReplicationFilter}, a filter around the handler that serves the site, which assembles members,
 * home and coop. {@link ReplicaSetEndpoint} answers requests below /~migrate/; {@link CopySender} sends this home's
 * documents to other servers; {@link ReplicaSetCachedLookup} answers on the event loop; {@link ReplicationReporter}
 * and {@link ReplicationStatus} are the state for operators. The node module uses {@link ReplicationFilter}, {@link
 * ReplicationSettings} and {@link ReplicationStatus}; nothing below uses this package.
 */
@NullMarked
package io.gosling.replication.serve;

import org.jspecify.annotations.NullMarked;
