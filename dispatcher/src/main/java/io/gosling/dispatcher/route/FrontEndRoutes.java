package io.gosling.dispatcher.route;

import io.gosling.document.DocumentPath;
import io.gosling.site.rules.PathPattern;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The routes of a front-end, in order. Immutable. A lookup allocates nothing if the path is plain and at most one route
 * matches.
 */
public final class FrontEndRoutes {
    static final int MOST_ROUTES = 1000;
    static final int MOST_POOLS = 64;

    private static final Pattern PARAMETERS = Pattern.compile(";[^/]*");
    private static final Pattern ENCODED_PARAMETERS = Pattern.compile("(?:;|%3[Bb])[^/]*");

    record Route(PathPattern path, RequestConditions conditions, RouteActions actions) {}

    private final Route[] routes;
    private final List<String> pools;

    /** @throws IllegalArgumentException for more than {@value #MOST_ROUTES} routes or {@value #MOST_POOLS} pools */
    FrontEndRoutes(List<Route> routes) {
        this.routes = routes.toArray(Route[]::new);
        this.pools = routes.stream()
                .flatMap(route -> Stream.ofNullable(route.actions().pools()))
                .flatMap(choice -> choice.labels().stream())
                .distinct()
                .toList();
        if (routes.size() > MOST_ROUTES || pools.size() > MOST_POOLS) {
            throw new IllegalArgumentException("routes: there are " + routes.size() + " with " + pools.size()
                    + " pools; expected at most " + MOST_ROUTES + " with at most " + MOST_POOLS);
        }
    }

    /** The labels of the pools that routes name, each once, in the order of the routes. */
    public List<String> pools() {
        return pools;
    }

    public boolean isEmpty() {
        return routes.length == 0;
    }

    /** Returns true if some action changes messages, so that responses must pass through the front-end. */
    public boolean changeHeaders() {
        return Stream.of(routes)
                .map(Route::actions)
                .anyMatch(actions -> actions.changesHeaders() || actions.stickyCookie() != null);
    }

    /**
     * Returns the actions for a request as its client has sent it. Its path is compared in canonical form; one without
     * such a form is compared as it is.
     */
    public RouteActions of(HttpRequest request) {
        if (routes.length == 0) {
            return RouteActions.NONE;
        }
        String path = request.uri();
        int question = path.indexOf('?');
        int end = question < 0 ? path.length() : question;
        boolean evaded = false;
        if (!DocumentPath.isPlainKey(path, end) || path.indexOf(';', 0, end) >= 0) {
            String raw = path.substring(0, end);
            DocumentPath document = DocumentPath.find(raw);
            path = document == null ? path : document.key();
            end = document == null ? end : path.length();
            evaded = raw.startsWith("/") && evades(request, raw, path, end);
        }
        RouteActions actions = null;
        for (Route route : routes) {
            if (route.path().fits(path, end) && route.conditions().areMetBy(request)) {
                actions = actions == null ? route.actions() : actions.and(route.actions());
            }
        }
        RouteActions all = actions == null ? RouteActions.NONE : actions;
        return evaded ? all.ofEvasion() : all;
    }

    /** Returns true if back-ends that drop parameters may read a path on which other header changes apply. */
    private boolean evades(HttpRequest request, String raw, String path, int end) {
        String bare = PARAMETERS.matcher(raw).replaceAll("");
        for (String reading : List.of(raw, bare, ENCODED_PARAMETERS.matcher(raw).replaceAll(""))) {
            DocumentPath document = DocumentPath.find(reading);
            String other = document == null || document.isAmbiguous() ? null : document.key();
            for (Route route : routes) {
                if (route.actions().changesHeaders()
                        && !route.path().fitsAll()
                        && (other == null
                                || route.path().fits(path, end) != route.path().fits(other, other.length()))
                        && route.conditions().areMetBy(request)) {
                    return true;
                }
            }
        }
        return false;
    }
}
