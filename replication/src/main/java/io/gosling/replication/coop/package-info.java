/**
 * The co-op side of a server: copies of other homes' documents, fetched on the first request and kept on disk under one
 * quota.
 *
 * <p>Start at {@link CopyHandler}, which answers a request with a copy or redirects to its home. {@link CopyFetcher}
 * fetches and revalidates copies, {@link CopyDirectory} holds their files and evicts, {@link HotCopies} keeps the most
 * requested in memory for the event loop. {@link NoticeQueues} report evictions and requests to homes. Depends on
 * members, plan and graph, and on home for memory accounting; only serve uses it, except that node configures it
 * ({@link CoopSettings}, {@link TemporaryCopyDirectory}, {@link CopyDirectory.ImportPathTakenException}).
 */
@NullMarked
package io.gosling.replication.coop;

import org.jspecify.annotations.NullMarked;
