/**
 * The co-op side of a server: copies of other homes' documents, fetched on the first request and kept on disk under one
 * quota.
 *
 * <p>Start at {@link io.gosling.replication.coop.CopyHandler}, which answers a request with a copy or redirects to its
 * home. {@link io.gosling.replication.coop.CopyFetcher} fetches and revalidates copies,
 * {@link io.gosling.replication.coop.CopyDirectory} holds their files and evicts,
 * {@link io.gosling.replication.coop.HotCopies} keeps the most requested in memory for the event loop,
 * {@link io.gosling.replication.coop.CopiedPageRenderer} rewrites the links of copied pages. Notices report evictions
 * and requests to homes. Depends on members, plan, page and graph, and on home for the link table and memory
 * accounting; only serve uses it, except that node configures it ({@link io.gosling.replication.coop.CoopSettings},
 * {@link io.gosling.replication.coop.TemporaryCopyDirectory}, {@link
 * io.gosling.replication.coop.CopyDirectory.ImportPathTakenException}).
 */
@NullMarked
package io.gosling.replication.coop;

import org.jspecify.annotations.NullMarked;
