/**
 * The upstream side of the cache: origin servers and in-process handlers behind one interface, with their addresses and
 * settings.
 *
 * <p>Start at {@link Upstream}. {@link OriginServerAddresses}, {@link OriginAddress}, {@link FailoverSettings} and
 * {@link OriginTrustSettings} describe servers, {@link OriginPathMapping} the paths that an origin answers; {@link
 * OriginClient} selects a server, connects and retries; {@link ServerHealth} decides about requests to a server, {@link
 * io.gosling.common.RetryBudget} bounds retries. {@link HandlerUpstream} calls a handler of this process, whose output
 * passes through {@link BodyPipe}, a bounded pipe. Knows nothing of caching. Used by origin.cache and settings of the
 * node.
 */
@NullMarked
package io.gosling.origin.upstream;

import org.jspecify.annotations.NullMarked;
