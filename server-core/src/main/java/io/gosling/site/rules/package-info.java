/**
 * Rules by path, of sites and front-ends: redirects, rewrites, headers and CORS.
 *
 * <p>Start at {@link PathPattern}, which all rules match by. {@link RouteRules} has the rules of a route, or of
 * several, with one list for each action, and a filter applies each list: {@link RedirectFilter}, {@link
 * RewriteFilter}, {@link HeaderRuleFilter}, {@link CorsFilter}. {@link CanonicalPathFilter} normalises the path before
 * any rule sees it. Depends on io.gosling.http and io.gosling.document; knows no {@code Site}.
 */
@NullMarked
package io.gosling.site.rules;

import org.jspecify.annotations.NullMarked;
