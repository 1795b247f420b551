package io.gosling.node.admin;

import io.gosling.gos.repository.RepositoryHttpHandler;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The routes of the admin port, each with the least role that may use it. {@code openapi.json} describes them. */
enum AdminRoute {
    LIVEZ("GET", "/livez", AdminRole.METRICS),
    READYZ("GET", "/readyz", AdminRole.METRICS),
    METRICS("GET", "/metrics", AdminRole.METRICS),
    OPENAPI("GET", "/openapi.json", AdminRole.METRICS),
    PAGE("GET", "/", AdminRole.METRICS),
    PAGE_STYLE("GET", "/dashboard.css", AdminRole.METRICS),
    PAGE_SCRIPT("GET", "/dashboard.js", AdminRole.METRICS),
    STATUS("GET", "/status", AdminRole.READ),
    EXPLAIN("GET", "/explain", AdminRole.READ),
    // Requests have addresses of clients, and secrets in their URLs.
    LOG("GET", "/log", AdminRole.OPERATE),
    RELOAD("POST", "/reload", AdminRole.OPERATE),
    CLUSTER_STATUS("GET", "/cluster/status", AdminRole.READ),
    CLUSTER_EXPLAIN("GET", "/cluster/explain", AdminRole.READ),
    CLUSTER_LOG("GET", "/cluster/log", AdminRole.OPERATE),
    CLUSTER_METRICS("GET", "/cluster/metrics", AdminRole.METRICS),
    CLUSTER_RELOAD("POST", "/cluster/reload", AdminRole.OPERATE),
    BACKENDS("POST", "/backends", AdminRole.OPERATE),
    PURGE("POST", "/purge", AdminRole.OPERATE),
    DRAIN("POST", "/drain", AdminRole.OPERATE),
    EMPTY_TABLE("DELETE", "/object-table", AdminRole.OPERATE),
    // Objects are data of programs, not the server's state, so reading them takes the highest role too.
    GET_OBJECT("GET", RepositoryHttpHandler.PREFIX + "{key}", AdminRole.OPERATE),
    PUT_OBJECT("PUT", RepositoryHttpHandler.PREFIX + "{key}", AdminRole.OPERATE),
    DELETE_OBJECT("DELETE", RepositoryHttpHandler.PREFIX + "{key}", AdminRole.OPERATE);

    private final String method;
    private final String path;
    private final AdminRole role;

    AdminRoute(String method, String path, AdminRole role) {
        this.method = method;
        this.path = path;
        this.role = role;
    }

    String method() {
        return method;
    }

    /** The path as OpenAPI writes it. */
    String path() {
        return path;
    }

    AdminRole role() {
        return role;
    }

    boolean isChange() {
        return !method.equals("GET");
    }

    /** True if only a process that holds objects has it. */
    boolean isOfHolder() {
        return compareTo(PURGE) >= 0;
    }

    /** True if {@code ?member=NAME} has another member answer it; the others concern the cluster as a whole. */
    boolean isOfMember() {
        return switch (this) {
            case LIVEZ, READYZ, METRICS, STATUS, EXPLAIN, LOG, RELOAD, DRAIN -> true;
            default -> false;
        };
    }

    /** True for the files of the dashboard, which have no data: a browser gets them before it has a token. */
    boolean isOfPage() {
        return this == PAGE || this == PAGE_STYLE || this == PAGE_SCRIPT;
    }

    boolean isOfObjects() {
        return path.startsWith(RepositoryHttpHandler.PREFIX);
    }

    /** The routes of a path, one for each method; empty if there is no such path. */
    static List<AdminRoute> at(String rawPath) {
        String path = rawPath.startsWith(RepositoryHttpHandler.PREFIX) ? GET_OBJECT.path : rawPath;
        return Stream.of(values()).filter(route -> route.path.equals(path)).toList();
    }

    boolean takes(String asked) {
        return asked.equals(method) || (asked.equals("HEAD") && method.equals("GET"));
    }

    /** The value of the header {@code Allow} for a path. */
    static String allowed(List<AdminRoute> routes) {
        return routes.stream()
                .map(route -> route.isChange() ? route.method : "GET, HEAD")
                .collect(Collectors.joining(", "));
    }
}
