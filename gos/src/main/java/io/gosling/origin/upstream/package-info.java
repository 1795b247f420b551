/**
 * The upstream side of the cache: the Upstream interface, the addresses and settings of origin servers, and in-process
 * handlers.
 *
 * <p>Start at Upstream. {@link io.gosling.origin.upstream.UpstreamServers}, {@link
 * io.gosling.origin.upstream.OriginAddress}, Failover and {@link io.gosling.origin.upstream.OriginTrust} describe
 * servers, Mount the paths that an origin answers; {@link io.gosling.origin.upstream.ServerHealth} decides about
 * requests to a server, {@link io.gosling.common.RetryBudget} bounds retries. {@link
 * io.gosling.origin.upstream.HandlerUpstream} calls a handler of this process, whose output passes through {@link
 * io.gosling.origin.upstream.BodyPipe}, a bounded pipe. Knows nothing of caching. Used by origin.cache and settings
 * of the node.
 */
@NullMarked
package io.gosling.origin.upstream;

import org.jspecify.annotations.NullMarked;
