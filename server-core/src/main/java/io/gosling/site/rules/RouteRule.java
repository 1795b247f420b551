package io.gosling.site.rules;

import java.util.Optional;

/** One route: a path pattern, which every action carries, and the actions for requests whose path it fits. */
public record RouteRule(
        Optional<RedirectRule> redirect,
        Optional<RewriteRule> rewrite,
        Optional<HeaderRule> headers,
        Optional<CorsRule> crossOrigin) {
    /** @throws IllegalArgumentException when it has no action */
    public RouteRule {
        if (redirect.isEmpty() && rewrite.isEmpty() && headers.isEmpty() && crossOrigin.isEmpty()) {
            throw new IllegalArgumentException("a route that does nothing; expected an action beside its path");
        }
    }
}
