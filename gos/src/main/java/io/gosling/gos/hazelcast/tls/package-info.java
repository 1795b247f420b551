/**
 * TLS between the members of a Hazelcast cluster, below Hazelcast's own protocol: its open-source edition has none, so
 * this package uses the hooks that are there for the other one, and is alone in knowing {@code
 * com.hazelcast.internal.networking}. A test fails if a new version of Hazelcast moves them.
 *
 * <p>Start at {@link EncryptedNodeContext}. A {@link MemberTlsSession} belongs to each connection: {@link
 * MemberTlsDecoder} is the first handler of what arrives, {@link MemberTlsEncoder} the last of what is sent.
 */
@NullMarked
package io.gosling.gos.hazelcast.tls;

import org.jspecify.annotations.NullMarked;
