/**
 * Routing of requests to handlers by host, method and path pattern, and the redirect from HTTP to HTTPS.
 *
 * <p>Start at {@link Router}. Matching is on the canonical path, the most specific pattern first; {@link RouteTree}
 * holds the compiled patterns. Depends on io.gosling.http and io.gosling.document.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.http.routing;

import org.jspecify.annotations.NullMarked;
