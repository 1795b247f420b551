/**
 * The rules of RFC 9111, RFC 5861 and RFC 9213 as pure functions and values: whether a response may be stored, for how
 * long it is fresh, and whether a request may reuse it.
 *
 * <p>Start at {@link StoringRules} and {@link StoredResponseHead}; {@link ResponseReuseTerms} and {@link
 * RequestCacheDirectives} hold what Cache-Control says, {@link ReuseDecision} is the result for one request, {@link
 * RevalidationHeaderBuilder} are those of revalidation. No clock, channel or store: times are parameters. Depends on
 * io.gosling.http and io.gosling.structured only.
 */
@NullMarked
package io.gosling.caching;

import org.jspecify.annotations.NullMarked;
