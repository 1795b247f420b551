package io.gosling.http.routing;

import io.gosling.http.Handler;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node of the routing tree: the routes that share the path segments on the way to it. Immutable: adding a route gives
 * a new tree that shares what did not change.
 *
 * @param literals by the next segment's text
 * @param parameter true if the next segment is a parameter
 * @param here by method, where the path ends here
 * @param below by method, whatever follows
 */
record RouteTree(
        Map<String, RouteTree> literals,
        @Nullable RouteTree parameter,
        Map<String, Route> here,
        Map<String, Route> below) {
    /** The method of a route that takes every method. */
    static final String ANY = "*";

    static final RouteTree EMPTY = new RouteTree(Map.of(), null, Map.of(), Map.of());

    record Route(RoutePattern pattern, Handler handler) {}

    record Match(Route route, Map<String, String> parameters) {}

    /** @throws IllegalArgumentException when the place is taken */
    RouteTree with(String method, Route route) {
        return with(method, route, 0);
    }

    private RouteTree with(String method, Route route, int at) {
        RoutePattern pattern = route.pattern();
        if (at == pattern.segments().size()) {
            return pattern.tail()
                    ? new RouteTree(literals, parameter, here, added(below, method, route))
                    : new RouteTree(literals, parameter, added(here, method, route), below);
        }
        Optional<String> literal = pattern.segments().get(at);
        if (literal.isEmpty()) {
            RouteTree next = parameter == null ? EMPTY : parameter;
            return new RouteTree(literals, next.with(method, route, at + 1), here, below);
        }
        Map<String, RouteTree> more = new HashMap<>(literals);
        more.put(literal.get(), literals.getOrDefault(literal.get(), EMPTY).with(method, route, at + 1));
        return new RouteTree(Map.copyOf(more), parameter, here, below);
    }

    private static Map<String, Route> added(Map<String, Route> to, String method, Route route) {
        Route taken = to.get(method);
        if (taken != null) {
            throw new IllegalArgumentException("route '" + route.pattern().text() + "' for " + method
                    + ": the same requests go to '" + taken.pattern().text() + "' already");
        }
        Map<String, Route> more = new HashMap<>(to);
        more.put(method, route);
        return Map.copyOf(more);
    }

    /**
     * Returns the route that fits best among those that have the method.
     *
     * @param path the decoded segments, the last one empty where the path ends with a slash
     * @param seen takes the methods of routes that fit and have another method
     */
    @Nullable
    Match find(String method, List<String> path, Set<String> seen) {
        return new Search(method, path, seen).from(this, 0);
    }

    /** A look-up: from the left, text before a parameter, a parameter before a tail. */
    private record Search(String method, List<String> path, Set<String> seen, List<String> values) {
        Search(String method, List<String> path, Set<String> seen) {
            this(method, path, seen, new ArrayList<>());
        }

        @Nullable
        Match from(RouteTree tree, int at) {
            Match match = at == path.size() ? take(tree.here(), null) : deeper(tree, at);
            return match == null ? take(tree.below(), rest(at)) : match;
        }

        private @Nullable Match deeper(RouteTree tree, int at) {
            String segment = path.get(at);
            RouteTree literal = tree.literals().get(segment);
            Match match = literal == null ? null : from(literal, at + 1);
            RouteTree parameter = tree.parameter();
            if (match == null && parameter != null && !segment.isEmpty()) {
                values.add(segment);
                match = from(parameter, at + 1);
                values.removeLast();
            }
            return match;
        }

        private String rest(int at) {
            return String.join("/", path.subList(at, path.size()));
        }

        private @Nullable Match take(Map<String, Route> routes, @Nullable String rest) {
            Route route = routes.get(method);
            if (route == null && method.equals("HEAD")) {
                route = routes.get("GET");
            }
            if (route == null) {
                route = routes.get(ANY);
            }
            if (route == null) {
                seen.addAll(routes.keySet());
                return null;
            }
            return new Match(route, parameters(route.pattern().names(), rest));
        }

        private Map<String, String> parameters(List<String> names, @Nullable String rest) {
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < names.size(); i++) {
                parameters.put(names.get(i), i < values.size() ? values.get(i) : String.valueOf(rest));
            }
            return Map.copyOf(parameters);
        }
    }
}
