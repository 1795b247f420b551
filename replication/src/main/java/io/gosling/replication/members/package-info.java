/**
 * The other servers of a replica set: their names, addresses, and signed messages.
 *
 * <p>Start at {@link io.gosling.replication.members.ReplicaSet}, which holds the members and the last load that each
 * reported. {@link io.gosling.replication.members.SignedHeaderCodec} signs one header with HMAC-SHA-256, {@link
 * io.gosling.replication.members.ServerStatusMessage} is its content, {@link
 * io.gosling.replication.members.ReplicaPeerClient} sends requests to other members, {@link
 * io.gosling.replication.members.SilenceLog} logs those that do not answer,
 * {@link io.gosling.replication.members.CopyUrlPath} is the URL of a copy (/~migrate/...). Used by home, coop and
 * serve; it holds neither documents nor copies.
 */
@NullMarked
package io.gosling.replication.members;

import org.jspecify.annotations.NullMarked;
