/**
 * A server of a replica set (DC-Apache, section 3): it is home of its own documents and co-op server of the others' at
 * once.
 *
 * <p>Start at {@link io.gosling.replication.serve.ReplicationFilter}, a filter around the handler that serves the site,
 * which assembles members, home and coop. {@link io.gosling.replication.serve.ReplicaSetEndpoint} answers requests
 * below /~migrate/; {@link io.gosling.replication.serve.CopySender} sends this home's documents to other servers;
 * {@link io.gosling.replication.serve.ReplicaSetDocuments} answers on the event loop;
 * {@link io.gosling.replication.serve.ReplicationReporter} and {@link io.gosling.replication.serve.ReplicationStatus}
 * are the state for operators. The node module uses {@link io.gosling.replication.serve.ReplicationFilter}, {@link
 * io.gosling.replication.serve.ReplicationSettings} and {@link io.gosling.replication.serve.ReplicationStatus}; nothing
 * below uses this package.
 */
@NullMarked
package io.gosling.replication.serve;

import org.jspecify.annotations.NullMarked;
