package io.gosling.origin.upstream;

import io.gosling.http.Handler;
import io.gosling.http.Request;
import java.net.SocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a handler of this process sees of a client besides its request's header, and who that handler is. A value but for
 * the attributes, which are the request's own until {@link #detached}: it may outlive the exchange.
 *
 * @param draining has something done when the server begins to drain
 * @param ending has something done when the exchange is over; null where it is not waited for
 */
public record ClientContext(
        Handler handler,
        SocketAddress remoteAddress,
        SocketAddress localAddress,
        String protocol,
        boolean secure,
        Map<String, String> pathParameters,
        Map<String, Object> attributes,
        Consumer<Runnable> draining,
        @Nullable Consumer<Runnable> ending) {

    public static ClientContext of(Request request, Handler handler) {
        return new ClientContext(
                handler,
                request.remoteAddress(),
                request.localAddress(),
                request.protocol(),
                request.isSecure(),
                request.pathParameters(),
                request.attributes(),
                request::whenDraining,
                request::whenDone);
    }

    /** The same, who sees this as the scheme by which was asked. */
    public ClientContext asking(boolean secure) {
        return new ClientContext(
                handler, remoteAddress, localAddress, protocol, secure, pathParameters, attributes, draining, ending);
    }

    /** The same as it is now, for another thread: nobody waits for what it leaves in the attributes. */
    public ClientContext detached() {
        return new ClientContext(
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
