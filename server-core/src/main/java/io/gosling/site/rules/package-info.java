/**
 * Path-based rules of a site: redirects, rewrites, response headers and CORS.
 *
 * <p>Each XRule is one line of configuration and each XRules the Filter that applies the list: {@link
 * io.gosling.site.rules.RedirectRules}, {@link io.gosling.site.rules.RewriteRules}, {@link
 * io.gosling.site.rules.HeaderRules}, {@link io.gosling.site.rules.CorsRules}. Start at {@link
 * io.gosling.site.rules.PathPattern}, which all rules match by; {@link io.gosling.site.rules.CanonicalPath} normalises
 * the path before any rule sees it. Depends on io.gosling.http.. and io.gosling.document; knows no Site.
 */
@NullMarked
package io.gosling.site.rules;

import org.jspecify.annotations.NullMarked;
