/**
 * The purge protocol at work on a node: runs io.gosling.purge on one thread with a clock and a file, and turns changes
 * into purges.
 *
 * <p>Start at {@link io.gosling.gos.quorum.PurgeService}, which owns the node's {@code PurgeParticipant}. {@link
 * io.gosling.gos.quorum.PurgeBatcher} combines purges that arrive together; {@link io.gosling.gos.quorum.ChangePurger}
 * purges what unsafe requests have changed; {@link io.gosling.gos.quorum.KeyPurger} purges repository objects; {@link
 * io.gosling.gos.quorum.PurgeRouter} applies each purge to the right store. {@link
 * io.gosling.gos.quorum.KnownPurgeVersions} is what links between nodes need. {@link
 * io.gosling.gos.quorum.LeaseWarnings} logs when the lease is gained or lost. Used by gos.hazelcast, gos.peer and
 * gos.cluster. It opens no connection itself: messages leave through an interface that gos.peer implements.
 */
@NullMarked
package io.gosling.gos.quorum;

import org.jspecify.annotations.NullMarked;
