package io.gosling.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One resource in several media types: the handler of the type that the client prefers answers, the first of equals;
 * 406 where it accepts none. The response varies by Accept. Immutable.
 */
public final class NegotiatedHandler implements Handler {
    private final Map<String, Handler> handlers;

    private NegotiatedHandler(Map<String, Handler> handlers) {
        this.handlers = handlers;
    }

    /** Creates a resource with the type for clients that state no preference. */
    public static NegotiatedHandler of(String mediaType, Handler handler) {
        return new NegotiatedHandler(Map.of()).or(mediaType, handler);
    }

    /**
     * Adds a type.
     *
     * @throws IllegalArgumentException when it is not a media type or was added already
     */
    public NegotiatedHandler or(String mediaType, Handler handler) {
        if (MediaType.parse(mediaType) == null || handlers.containsKey(mediaType)) {
            throw new IllegalArgumentException(
                    "'" + mediaType + "' must be a media type such as text/html that is not offered yet");
        }
        Map<String, Handler> more = new LinkedHashMap<>(handlers);
        more.put(mediaType, handler);
        return new NegotiatedHandler(more);
    }

    @Override
    public Response handle(Request request) throws Exception {
        String best = ContentNegotiator.type(request.headers().joined("Accept"), List.copyOf(handlers.keySet()));
        Handler handler = best == null ? null : handlers.get(best);
        return (handler == null ? ErrorPageBuilder.of(406) : handler.handle(request)).varying("Accept");
    }
}
