/**
 * The purge protocol at work on a node: runs io.gosling.purge on one thread with a clock and a file, and turns changes
 * into purges.
 *
 * <p>Start at {@link PurgeService}, which owns the node's {@link io.gosling.purge.PurgeParticipant}. {@link
 * PurgeBatcher} combines purges that arrive together; {@link ChangePurger} purges what unsafe requests have changed;
 * {@link RepositoryObjectPurger} purges repository objects; {@link PurgeRouter} applies each purge to the right store.
 * {@link KnownPurgeVersions} is what links between nodes need. {@link LeaseWarnings} logs when the lease is gained or
 * lost. Used by gos.hazelcast, gos.peer and gos.cluster. It opens no connection itself: messages leave through an
 * interface that gos.peer implements.
 */
@NullMarked
package io.gosling.gos.quorum;

import org.jspecify.annotations.NullMarked;
