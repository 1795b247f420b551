package io.gosling.origin.cache;

import io.gosling.document.DocumentPath;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.origin.upstream.HandlerCacheSettings;
import io.gosling.origin.upstream.HandlerRequestHeaderBuilder;
import io.gosling.origin.upstream.HandlerUpstream;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.function.Predicate;

/**
 * A cache for the responses of handlers of this process, by the rules that hold for other servers' responses ({@link
 * OriginHandler}): as long as a response allows (RFC 9111) it is served to all clients that request its URL, one call
 * answers all requests that wait for it on any node, and a purge or an unsafe request ends it. Requests whose response
 * may not be stored, unsafe requests, and requests with a body reach the handler unchanged.
 *
 * <p>A handler that is called for many clients does not know all of them: its response may depend on the URL, the host,
 * and the headers that its {@code Vary} names. It sees the first client, and its request is over when its response was
 * consumed, not when that client has gone. Safe for use by many threads.
 */
public final class HandlerCache implements Filter {
    private final OriginHandler cache;

    /** Creates a cache; the parameters are those of an {@link OriginHandler}. */
    public HandlerCache(
            HandlerCacheSettings settings,
            ResponseMemory memory,
            ClusterResponseSharing others,
            LocalChangeTimes changes,
            Predicate<InetAddress> proxies,
            String node,
            Ticker ticker,
            InstantSource wall) {
        this.cache = new OriginHandler(
                new HandlerRequestHeaderBuilder(settings),
                new HandlerUpstream(wall),
                memory,
                others,
                changes,
                proxies,
                node,
                ticker,
                wall);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        DocumentPath path = DocumentPath.find(request.rawPath());
        boolean around = request.method().equals("GET") || request.method().equals("HEAD");
        return around && (path == null || leavesHttp(request))
                ? next.handle(request)
                : cache.handle(path == null ? request : spelled(request, path.key()), next);
    }

    private static Request spelled(Request request, String path) {
        return path.equals(request.rawPath())
                ? request
                : new RequestWrapper(request) {
                    @Override
                    public String rawPath() {
                        return path;
                    }
                };
    }

    /** Returns true if a request opens a WebSocket; other protocols can be declined. */
    private static boolean leavesHttp(Request request) {
        return request.headers().lists("Upgrade", "websocket")
                && request.headers().lists("Connection", "upgrade");
    }

    /** The cache itself, for the exchange of responses with other nodes. */
    public OriginHandler replies() {
        return cache;
    }
}
