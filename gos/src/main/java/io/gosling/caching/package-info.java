/**
 * What HTTP says about storing responses and using them again (RFC 9111, RFC 5861, RFC 9213): values and judgements.
 *
 * <p>No clock, no channel, no store: times are parameters, and what is decided here is done elsewhere.
 */
@NullMarked
package io.gosling.caching;

import org.jspecify.annotations.NullMarked;
