package io.gosling.origin.upstream;

import io.gosling.http.Handler;
import io.gosling.http.Request;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The context of a request that an in-process handler sees besides the header: the client, the connection, and the
 * handler itself. A value but for the attributes, which are the request's own until {@link #detached}: it may outlive
 * the exchange.
 *
 * @param draining registers an action to run when the server begins to drain
 * @param ending registers an action to run when the exchange is over; null where it is not waited for
 */
public record HandlerRequestContext(
        Handler handler,
        SocketAddress remoteAddress,
        SocketAddress localAddress,
        String protocol,
        boolean secure,
        Map<String, String> pathParameters,
        Map<String, Object> attributes,
        Consumer<Runnable> draining,
        @Nullable Consumer<Runnable> ending) {

    /** @param secure the scheme of the request, as a trusted proxy may tell it */
    public static HandlerRequestContext of(Request request, Handler handler, boolean secure) {
        return new HandlerRequestContext(
                handler,
                request.remoteAddress(),
                request.localAddress(),
                request.protocol(),
                secure,
                request.pathParameters(),
                request.attributes(),
                request::whenDraining,
                request::whenDone);
    }

    /** A snapshot for another thread with attributes of its own. */
    public HandlerRequestContext detached() {
        return new HandlerRequestContext(
                handler,
                remoteAddress,
                localAddress,
                protocol,
                secure,
                pathParameters,
                new HashMap<>(attributes),
                nothing -> {},
                null);
    }
}
