/**
 * The rules of RFC 9111, RFC 5861 and RFC 9213 as pure functions and values: whether a response may be stored, for how
 * long it is fresh, and whether a request may reuse it.
 *
 * <p>Start at {@link io.gosling.caching.StoringRules} and {@link io.gosling.caching.StoredResponseHead}; {@link
 * io.gosling.caching.ResponseTerms} and {@link io.gosling.caching.RequestTerms} hold what Cache-Control says, {@link
 * io.gosling.caching.ReuseDecision} is the result for one request, Validation revalidates. No clock, channel or store:
 * times are parameters. Imports io.gosling.http and structured only.
 */
@NullMarked
package io.gosling.caching;

import org.jspecify.annotations.NullMarked;
