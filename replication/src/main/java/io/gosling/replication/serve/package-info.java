/**
 * A group of servers that hold copies for each other (DC-Apache, section 3): each is home and co-op at once. Its members are
 * named in the configuration and share a secret; there is nobody in the middle.
 *
 * <p>Start at {@link io.gosling.replication.serve.ReplicationServer}, where all is put together. A page goes through
 * {@link io.gosling.replication.home.HomeSite}; what comes under {@code /~migrate/} through
 * {@link io.gosling.replication.coop.CopyHandler}. Who is there, and how busy, is in
 * {@link io.gosling.replication.members.ReplicaSet}.
 */
@NullMarked
package io.gosling.replication.serve;

import org.jspecify.annotations.NullMarked;
