package io.gosling.site.rules;

import java.util.List;
import java.util.function.Function;

/**
 * The rules of routes, a list for each action, in the order of the routes. Of redirects, rewrites and CORS
 * rules the first that fits a path applies; of header rules all do.
 */
public record RouteRules(
        List<RedirectRule> redirects,
        List<RewriteRule> rewrites,
        List<HeaderRule> headers,
        List<CorsRule> crossOrigin) {
    public static final RouteRules NONE = new RouteRules(List.of(), List.of(), List.of(), List.of());

    public RouteRules {
        redirects = List.copyOf(redirects);
        rewrites = List.copyOf(rewrites);
        headers = List.copyOf(headers);
        crossOrigin = List.copyOf(crossOrigin);
    }

    /** Returns the rules of all these routes. */
    public static RouteRules of(List<RouteRules> routes) {
        return new RouteRules(
                actions(routes, RouteRules::redirects),
                actions(routes, RouteRules::rewrites),
                actions(routes, RouteRules::headers),
                actions(routes, RouteRules::crossOrigin));
    }

    private static <A> List<A> actions(List<RouteRules> routes, Function<RouteRules, List<A>> action) {
        return routes.stream().map(action).flatMap(List::stream).toList();
    }

    /** Returns true if the response for a canonical path depends on the request, or is not the path's document. */
    public boolean affects(String key) {
        return redirects.stream().anyMatch(rule -> rule.from().fits(key))
                || rewrites.stream().anyMatch(rule -> rule.from().fits(key))
                || crossOrigin.stream().anyMatch(rule -> rule.path().fits(key));
    }
}
