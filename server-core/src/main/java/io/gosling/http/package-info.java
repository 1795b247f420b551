/**
 * HTTP as a handler sees it: exchanges, routes, preconditions, ranges. Knows no channel and no cluster.
 *
 * <p>Start at {@link io.gosling.http.Handler}; {@link io.gosling.http.documents.DocumentHandler} is the one that serves sites.
 */
@NullMarked
package io.gosling.http;

import org.jspecify.annotations.NullMarked;
