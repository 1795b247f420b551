package io.gosling.node.admin;

import io.gosling.common.JsonWriter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The admin API: {@code /livez}, {@code /readyz}, {@code /metrics} and {@code /status}. Safe for use by many threads.
 *
 * <p>The process is live if it answers at all. It is ready if new requests should be sent here; while starting and
 * while draining {@code /readyz} answers 503 with the reason. {@code DELETE /object-table} on a node is a drill: the
 * cluster has to find its copies again. {@code POST /reload} reads the configuration again, {@code POST /purge} purges
 * objects from the whole cluster, {@code POST /drain} makes a node leave gracefully.
 *
 * <p>A request whose {@code Host} names another machine is answered 421: it comes from a browser page whose host name
 * was rebound to a loopback address, and which would otherwise read what is for this machine only. Requests sent by a
 * page change nothing.
 *
 * @param status gives what {@link JsonWriter#write} writes
 * @param emptyTable empties the cluster's Global Object Table; null where there is none to reach
 * @param reload reads the configuration again and says what came of it
 * @param purge purges the cluster; null where no objects are held
 * @param drain makes this process leave; null where no objects are held
 */
public record AdminApiHandler(
        Readiness readiness,
        Supplier<String> metrics,
        Supplier<Map<String, @Nullable Object>> status,
        @Nullable Runnable emptyTable,
        Supplier<Response> reload,
        @Nullable Handler purge,
        @Nullable Handler drain)
        implements Handler {
    private static final String OBJECT_TABLE = "/object-table";
    private static final String RELOAD = "/reload";
    private static final String PURGE = "/purge";
    private static final String DRAIN = "/drain";
    private static final String PLAIN = "text/plain; charset=utf-8";

    /** The API of a process that holds no objects. */
    public AdminApiHandler(
            Readiness readiness,
            Supplier<String> metrics,
            Supplier<Map<String, @Nullable Object>> status,
            Supplier<Response> reload) {
        this(readiness, metrics, status, null, reload, null, null);
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (!LocalHostHeaderCheck.isMeant(request.headers().first("Host"))) {
            return text(421, PLAIN, "the Host header must name a loopback address or localhost\n");
        }
        if (request.rawPath().equals(OBJECT_TABLE) && emptyTable != null) {
            return change(request, "DELETE", asked -> {
                emptyTable.run();
                return Response.of(204);
            });
        }
        if (request.rawPath().equals(RELOAD)) {
            return change(request, "POST", asked -> reload.get());
        }
        if (request.rawPath().equals(PURGE)) {
            return purge == null ? holdsNothing() : change(request, "POST", purge);
        }
        if (request.rawPath().equals(DRAIN)) {
            return drain == null ? holdsNothing() : change(request, "POST", drain);
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return Response.of(405).with("Allow", "GET, HEAD");
        }
        return switch (request.rawPath()) {
            case "/livez" -> text(200, PLAIN, "alive\n");
            case "/readyz" -> ready();
            case "/metrics" -> text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
            case "/status" -> text(200, "application/json", JsonWriter.write(status.get()) + "\n");
            default -> text(404, PLAIN, places());
        };
    }

    private String places() {
        return "there are /livez, /readyz, /metrics and /status, and POST /reload"
                + (purge == null ? "" : ", POST /purge")
                + (drain == null ? "" : ", POST /drain")
                + (emptyTable == null ? "" : ", DELETE /object-table")
                + "\n";
    }

    /** A front-end holds no objects, so these methods do not apply to it. */
    private static Response holdsNothing() {
        return text(405, PLAIN, "a front-end holds nothing; ask a node's admin port\n")
                .with("Allow", "");
    }

    /**
     * Runs a change unless a browser's page sent the request: local pages name their origin, others need a preflight,
     * which is refused.
     */
    private static Response change(Request request, String method, Handler change) throws Exception {
        if (!request.method().equals(method)) {
            return Response.of(405).with("Allow", method);
        }
        if (request.headers().first("Origin") != null || request.headers().first("Sec-Fetch-Site") != null) {
            return text(403, PLAIN, "a page in a browser may not do this; use curl -X " + method + "\n");
        }
        return change.handle(request).with("Cache-Control", "no-store");
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
