/**
 * The other servers of a replica set: their names, addresses, and signed messages.
 *
 * <p>Start at {@link ReplicaSet}, which holds the members and the last load that each reported. {@link
 * SignedHeaderCodec} signs one header with HMAC-SHA-256, {@link ServerStatusMessage} is its content, {@link
 * ReplicaPeerClient} sends requests to other members, {@link SilenceLog} logs those that do not answer, {@link
 * CopyUrlPath} is the URL of a copy (/~migrate/...). Used by home, coop and serve; it holds neither documents nor
 * copies.
 */
@NullMarked
package io.gosling.replication.members;

import org.jspecify.annotations.NullMarked;
