package io.gosling.http.routing;

import io.gosling.document.DocumentPath;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.HeaderSyntax;
import io.gosling.http.HostNameNormalizer;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Sends each request to the handler of its host, path and method:
 *
 * {@snippet :
 * Router routes = new Router()
 *         .get("/users/{id}", request -> Response.text(request.pathParameter("id")))
 *         .post("/users", this::create)
 *         .get("/files/{path...}", this::file)
 *         .mount("/legacy", legacy)
 *         .otherwise(site);
 * }
 *
 * <p>Of the patterns that fit a path and have the request's method, the most specific one answers, in whatever order
 * they were added: compared from the left, text comes before a parameter, and a parameter before a tail or a mounted
 * prefix. HEAD goes where GET goes. A request that no route takes goes to {@link #otherwise}; without that, a path that
 * only patterns of other methods fit is answered 405, or 204 to OPTIONS, both with {@code Allow}, and any other path
 * 404.
 *
 * <p>Paths are compared canonical and decoded, as {@link Request#path()} gives them, so that no spelling of a path goes
 * around a route; a path that has no canonical form is answered 400. A slash at the end counts.
 *
 * <p>Immutable: every method gives new routes.
 */
public final class Router implements Handler {
    private final RouteTree tree;
    private final Map<String, Handler> hosts;
    private final @Nullable Filter filter;
    private final @Nullable Handler otherwise;

    /** No routes: everything is answered 404. */
    public Router() {
        this(RouteTree.EMPTY, Map.of(), null, null);
    }

    private Router(RouteTree tree, Map<String, Handler> hosts, @Nullable Filter filter, @Nullable Handler otherwise) {
        this.tree = tree;
        this.hosts = hosts;
        this.filter = filter;
        this.otherwise = otherwise;
    }

    public Router get(String pattern, Handler handler) {
        return method("GET", pattern, handler);
    }

    public Router post(String pattern, Handler handler) {
        return method("POST", pattern, handler);
    }

    public Router put(String pattern, Handler handler) {
        return method("PUT", pattern, handler);
    }

    public Router patch(String pattern, Handler handler) {
        return method("PATCH", pattern, handler);
    }

    public Router delete(String pattern, Handler handler) {
        return method("DELETE", pattern, handler);
    }

    /**
     * One more route.
     *
     * @param method such as {@code PROPFIND}; case-sensitive
     * @param pattern segments that are text, {@code {name}} for one segment of any text, or at the end {@code
     * {name...}} for the rest of the path, however long
     * @throws IllegalArgumentException when the pattern is malformed or the same requests have a route already
     */
    public Router method(String method, String pattern, Handler handler) {
        if (!HeaderSyntax.isToken(method) || method.equals(RouteTree.ANY)) {
            throw new IllegalArgumentException("method '" + method + "' must be a name such as GET");
        }
        return with(method, RoutePattern.parse(pattern), handler);
    }

    /**
     * Everything at and below a prefix of whole segments, whatever its method: {@code /api} takes {@code /api},
     * {@code /api/} and {@code /api/x}, not {@code /apix}. The handler sees the whole path.
     *
     * @throws IllegalArgumentException when the prefix is malformed or has a handler already
     */
    public Router mount(String prefix, Handler handler) {
        return with(RouteTree.ANY, RoutePattern.below(prefix), handler);
    }

    /**
     * Everything at and below a prefix, sent on by routes whose patterns begin behind it.
     *
     * @throws IllegalArgumentException when the prefix is malformed or has a handler already
     */
    public Router under(String prefix, Router routes) {
        RoutePattern pattern = RoutePattern.below(prefix);
        int depth = pattern.segments().size();
        return with(RouteTree.ANY, pattern, request -> routes.handle(request, depth));
    }

    /**
     * Everything for one host.
     *
     * @param name such as {@code example.org}, or {@code *.example.org} for all names below it; without a port
     * @throws IllegalArgumentException when the name has a handler already
     */
    public Router host(String name, Handler handler) {
        Map<String, Handler> more = new HashMap<>(hosts);
        if (more.put(HostNameNormalizer.canonical(name), handler) != null) {
            throw new IllegalArgumentException("host '" + name + "' has a handler already");
        }
        return new Router(tree, Map.copyOf(more), filter, otherwise);
    }

    /** A filter around everything here, inside those that were added before. */
    public Router filter(Filter inner) {
        return new Router(tree, hosts, filter == null ? inner : filter.then(inner), otherwise);
    }

    /** Sets the handler for requests that no route fits. */
    public Router otherwise(Handler handler) {
        return new Router(tree, hosts, filter, handler);
    }

    private Router with(String method, RoutePattern pattern, Handler handler) {
        return new Router(tree.with(method, new RouteTree.Route(pattern, handler)), hosts, filter, otherwise);
    }

    @Override
    public Response handle(Request request) throws Exception {
        return handle(request, 0);
    }

    /** @param depth segments of the path already matched */
    private Response handle(Request request, int depth) throws Exception {
        Handler routed = found -> route(found, depth);
        return filter == null ? routed.handle(request) : filter.filter(request, routed);
    }

    private Response route(Request request, int depth) throws Exception {
        Handler host = hosts.isEmpty() ? null : byHost(request.host());
        if (host != null) {
            return host.handle(request);
        }
        List<String> path = segments(request.rawPath());
        if (path == null) {
            return ErrorPageBuilder.of(request, 400, null);
        }
        Set<String> seen = new TreeSet<>();
        RouteTree.Match match = path.isEmpty() ? null : tree.find(request.method(), remaining(path, depth), seen);
        if (match != null) {
            return match.route().handler().handle(routed(request, match.parameters()));
        }
        if (otherwise != null) {
            return otherwise.handle(request);
        }
        if (path.isEmpty()) {
            // OPTIONS of the server as a whole: it is there (RFC 9110, section 9.3.7).
            return Response.of(204);
        }
        return seen.isEmpty() ? ErrorPageBuilder.of(request, 404, null) : otherMethod(request, seen);
    }

    /** The handler of the name, or that of the longest name with a star that fits. */
    private @Nullable Handler byHost(String name) {
        Handler exact = hosts.get(name);
        for (int dot = name.indexOf('.'); exact == null && dot >= 0; dot = name.indexOf('.', dot + 1)) {
            exact = hosts.get("*" + name.substring(dot));
        }
        return exact;
    }

    /** Decoded, the last one empty where the path ends with a slash; none for {@code *}; null where malformed. */
    private static @Nullable List<String> segments(String rawPath) {
        if (!rawPath.startsWith("/")) {
            return List.of();
        }
        DocumentPath path = DocumentPath.find(rawPath);
        if (path == null) {
            return null;
        }
        List<String> segments = new ArrayList<>(path.segments());
        if (path.isDirectory()) {
            segments.add("");
        }
        return segments;
    }

    /** Behind a prefix, nothing and a slash are the same place. */
    private static List<String> remaining(List<String> path, int depth) {
        return depth == path.size() ? List.of("") : path.subList(depth, path.size());
    }

    private static Request routed(Request request, Map<String, String> parameters) {
        if (parameters.isEmpty()) {
            return request;
        }
        Map<String, String> all = new HashMap<>(request.pathParameters());
        all.putAll(parameters);
        Map<String, String> fixed = Map.copyOf(all);
        return new RequestWrapper(request) {
            @Override
            public Map<String, String> pathParameters() {
                return fixed;
            }
        };
    }

    private static Response otherMethod(Request request, Set<String> seen) {
        if (seen.contains("GET")) {
            seen.add("HEAD");
        }
        seen.add("OPTIONS");
        Response response =
                request.method().equals("OPTIONS") ? Response.of(204) : ErrorPageBuilder.of(request, 405, null);
        return response.with("Allow", String.join(", ", seen));
    }
}
