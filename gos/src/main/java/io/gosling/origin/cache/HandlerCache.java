package io.gosling.origin.cache;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.gos.purge.LocalChanges;
import io.gosling.gos.purge.PurgeKeys;
import io.gosling.gos.space.SharedReplies;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.origin.upstream.ClientContext;
import io.gosling.origin.upstream.HandlerForwardedRequest;
import io.gosling.origin.upstream.HandlerSettings;
import io.gosling.origin.upstream.HandlerUpstream;
import io.gosling.origin.upstream.OriginPurgeKeys;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what handlers of this process answer, by the rules that hold for other servers' responses ({@link OriginHandler}):
 * as long as an answer says (RFC 9111) it is given to all who ask for its URL, one call answers all who wait for it, on
 * whatever node, and a purge or an unsafe request ends it. What may not be kept, what changes something, and what has a
 * body goes to the handler as it came.
 *
 * <p>A handler that is called for many does not know all of them: what it answers by is the URL, the host, and the fields
 * that its {@code Vary} names. It sees who asked first, and its request is over when its answer was taken, not when that
 * client has gone. Safe for use by many threads.
 */
public final class HandlerCache implements Filter {
    private final HandlerSettings settings;
    private final OriginHandler cache;

    /**
     * @param others the other nodes, of which one asks for all
     * @param changes noted here and by whoever answered before, or answers beside
     * @param proxies whose word about their clients is taken
     * @param node this node's name, in Cache-Status
     */
    public HandlerCache(
            HandlerSettings settings,
            ReplyMemory memory,
            SharedReplies others,
            LocalChanges changes,
            Predicate<InetAddress> proxies,
            String node,
            Ticker ticker,
            InstantSource wall) {
        this.settings = settings;
        this.cache = new OriginHandler(
                settings,
                new HandlerForwardedRequest(settings),
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
        String path = canonical(request.rawPath());
        boolean around = request.method().equals("GET") || request.method().equals("HEAD");
        return around && (path == null || leavesHttp(request))
                ? next.handle(request)
                : cache.handle(path == null ? request : spelled(request, path), ClientContext.of(request, next));
    }

    /** One spelling for all that mean the same, so that a purge means all of them; null where there is none. */
    private static @Nullable String canonical(String path) {
        try {
            return DocumentPath.parse(path).key();
        } catch (IllegalDocumentPathException e) {
            return null;
        }
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

    /** A WebSocket is no response to be kept. Whatever else a client offers to speak, it takes an answer as it asked. */
    private static boolean leavesHttp(Request request) {
        return names(request, "Upgrade", "websocket") && names(request, "Connection", "upgrade");
    }

    private static boolean names(Request request, String field, String member) {
        String list = request.headers().joined(field);
        return list != null
                && Arrays.stream(list.toLowerCase(Locale.ROOT).split(","))
                        .anyMatch(one -> one.strip().equals(member));
    }

    public HandlerSettings settings() {
        return settings;
    }

    /** The cache itself, for whoever exchanges responses with other nodes. */
    public OriginHandler replies() {
        return cache;
    }

    /** Under which keys answers are held. */
    public static PurgeKeys purgeKeys(HandlerSettings settings) {
        return OriginPurgeKeys.of(settings);
    }
}
