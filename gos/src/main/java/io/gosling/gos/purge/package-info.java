/**
 * The keys that a purge selects on one node: URLs and paths as users write them, the cache keys they stand for, and the
 * purges that were applied.
 *
 * <p>Start at {@link PurgeUrlPattern}, the URL or path prefix to purge, and {@link PurgeTarget}, the same in cache
 * keys. {@link PurgeHistory} decides whether a stored or fetched object is older than a purge that applies to it.
 * {@link ChangeSelectorFactory} and {@link LocalChangeTimes} record what unsafe requests (RFC 9111, section 4.4) have
 * changed; {@link ChangeAnnouncer} is the interface that tells the other nodes. Uses the values of
 * io.gosling.purge.message. The agreement of nodes on a purge is in io.gosling.purge.
 */
@NullMarked
package io.gosling.gos.purge;

import org.jspecify.annotations.NullMarked;
