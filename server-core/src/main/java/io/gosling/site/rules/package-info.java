/**
 * Rules by path, of sites and front-ends: redirects, rewrites, headers and CORS.
 *
 * <p>{@link io.gosling.site.rules.RouteRules} has the rules of a route, or of several, with one list for each action,
 * which a filter applies: {@link io.gosling.site.rules.RedirectFilter}, {@link io.gosling.site.rules.RewriteFilter}, {@link
 * io.gosling.site.rules.HeaderRuleFilter}, {@link io.gosling.site.rules.CorsFilter}. Start at {@link
 * io.gosling.site.rules.PathPattern}, which all rules match by; {@link io.gosling.site.rules.CanonicalPathFilter}
 * normalises the path before any rule sees it. Depends on io.gosling.http.. and io.gosling.document; knows no Site.
 */
@NullMarked
package io.gosling.site.rules;

import org.jspecify.annotations.NullMarked;
