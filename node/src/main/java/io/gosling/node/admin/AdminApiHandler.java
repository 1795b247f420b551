package io.gosling.node.admin;

import io.gosling.common.JsonWriter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The admin API of one process: the answer of each {@link AdminRoute} but those of {@link ClusterAdmin}. Safe for use
 * by many threads.
 *
 * <p>The process is live if it answers at all. It is ready if new requests should be sent here; while starting and
 * while draining {@code /readyz} answers 503 with the reason. {@code DELETE /object-table} on a node is a drill: the
 * cluster has to find its copies again. {@code POST /reload} reads the configuration again, {@code POST /purge} purges
 * objects from the whole cluster, {@code POST /drain} makes a node leave gracefully.
 *
 * @param status gives what {@link JsonWriter#write} writes
 * @param reload reads the configuration again and says what came of it
 * @param explain says how this process would answer a URL, as a line of JSON
 * @param log gives the requests since the last question, as a line of JSON
 * @param holder what only a process that holds objects does; null for others
 * @param backends changes the back-ends of a front-end whose configuration names them; null for other processes
 */
public record AdminApiHandler(
        Readiness readiness,
        Supplier<String> metrics,
        Supplier<Map<String, @Nullable Object>> status,
        Supplier<Response> reload,
        Handler explain,
        Handler log,
        @Nullable Holder holder,
        @Nullable Handler backends) {
    private static final String PLAIN = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";

    /** The dashboard loads nothing from elsewhere, and is shown in no other page. */
    static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final String METRICS = "text/plain; version=0.0.4; charset=utf-8";

    /**
     * The routes of a process that holds objects.
     *
     * @param emptyTable empties the cluster's Global Object Table
     * @param purge purges the cluster
     * @param drain makes this process leave
     * @param objects the object repository
     */
    public record Holder(Runnable emptyTable, Handler purge, Handler drain, Handler objects) {}

    /** The routes that this process has. */
    List<AdminRoute> routes() {
        return Stream.of(AdminRoute.values())
                .filter(route -> holder != null || !route.isOfHolder())
                .filter(route -> backends != null || route != AdminRoute.BACKENDS)
                .toList();
    }

    Response answer(AdminRoute route, Request request) throws Exception {
        return switch (route) {
            case LIVEZ -> text(200, PLAIN, "alive\n");
            case READYZ -> ready();
            case METRICS -> text(200, METRICS, metrics.get());
            case OPENAPI -> text(200, JSON, description());
            case PAGE -> page("text/html; charset=utf-8", "dashboard.html");
            case PAGE_STYLE -> page("text/css; charset=utf-8", "dashboard.css");
            case PAGE_SCRIPT -> page("text/javascript; charset=utf-8", "dashboard.js");
            case STATUS -> text(200, JSON, JsonWriter.write(status.get()) + "\n");
            case EXPLAIN -> explain.handle(request).with("Cache-Control", "no-store");
            case LOG -> log.handle(request).with("Cache-Control", "no-store");
            case RELOAD -> reload.get().with("Cache-Control", "no-store");
            case BACKENDS ->
                backends == null
                        ? text(405, PLAIN, "only a front-end whose configuration names its back-ends has this\n")
                                .with("Allow", "")
                        : backends.handle(request).with("Cache-Control", "no-store");
            case PURGE, DRAIN, EMPTY_TABLE, GET_OBJECT, PUT_OBJECT, DELETE_OBJECT ->
                holder == null ? holdsNothing() : held(route, holder, request);
            case CLUSTER_STATUS, CLUSTER_EXPLAIN, CLUSTER_LOG, CLUSTER_METRICS, CLUSTER_RELOAD ->
                text(404, PLAIN, "one process answers only for itself; ask an admin port without ?member\n");
        };
    }

    private static Response held(AdminRoute route, Holder holder, Request request) throws Exception {
        Handler handler = switch (route) {
            case PURGE -> holder.purge();
            case DRAIN -> holder.drain();
            case EMPTY_TABLE ->
                asked -> {
                    holder.emptyTable().run();
                    return Response.of(204);
                };
            default -> holder.objects();
        };
        return handler.handle(request).with("Cache-Control", "no-store");
    }

    /** A front-end holds no objects, so these methods do not apply to it. */
    private static Response holdsNothing() {
        return text(405, PLAIN, "a front-end holds nothing; ask a node's admin port\n")
                .with("Allow", "");
    }

    /** The description of the routes by OpenAPI 3.1. */
    static String description() throws IOException {
        return resource("openapi.json");
    }

    private static Response page(String type, String name) throws IOException {
        return text(200, type, resource(name));
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = AdminApiHandler.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private Response ready() {
        String obstacle = readiness.obstacle();
        return obstacle == null ? text(200, PLAIN, "ready\n") : text(503, PLAIN, obstacle + "\n");
    }

    private static Response text(int status, String type, String text) {
        return Response.bytes(type, text.getBytes(StandardCharsets.UTF_8))
                .withStatus(status)
                .with("Cache-Control", "no-store");
    }
}
