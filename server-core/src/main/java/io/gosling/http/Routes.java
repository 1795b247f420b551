package io.gosling.http;

import java.util.TreeMap;

/**
 * Sends each request to the handler with the longest prefix of whole segments of its path: {@code /api} takes
 * {@code /api} and {@code /api/x}, not {@code /apix}. Immutable once built.
 */
public final class Routes implements Handler {
    private final TreeMap<String, Handler> prefixes = new TreeMap<>();
    private final Handler otherwise;

    private Routes(Handler otherwise) {
        this.otherwise = otherwise;
    }

    /** Everything goes to one handler. */
    public static Routes otherwise(Handler handler) {
        return new Routes(handler);
    }

    /**
     * These routes and one more.
     *
     * @throws IllegalArgumentException when the prefix does not begin with a slash, ends with one, or is taken
     */
    public Routes with(String prefix, Handler handler) {
        if (!prefix.startsWith("/") || prefix.endsWith("/")) {
            throw new IllegalArgumentException(
                    "route prefix '" + prefix + "' must begin with a slash and not end with one, such as /api");
        }
        Routes more = new Routes(otherwise);
        more.prefixes.putAll(prefixes);
        if (more.prefixes.put(prefix, handler) != null) {
            throw new IllegalArgumentException("route prefix '" + prefix + "' has a handler already");
        }
        return more;
    }

    @Override
    public Response handle(Request request) throws Exception {
        return choose(request.rawPath()).handle(request);
    }

    private Handler choose(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            Handler handler = prefixes.get(path.substring(0, end));
            if (handler != null) {
                return handler;
            }
        }
        return otherwise;
    }
}
