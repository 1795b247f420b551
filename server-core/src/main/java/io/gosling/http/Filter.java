package io.gosling.http;

/**
 * A filter around handlers: may answer itself, call the next handler with this request or another, and change its
 * response. Runs on the request's virtual thread and may block.
 *
 * <p>A filter that replaces a response with a body must close that body.
 */
@FunctionalInterface
public interface Filter {
    /**
     * Answers one request.
     *
     * @param next the handler, or the filter around it, that would answer without this one
     * @throws Exception answered with 500, or with its status where it is a {@link StatusException}
     */
    Response filter(Request request, Handler next) throws Exception;

    default Handler around(Handler handler) {
        return request -> filter(request, handler);
    }

    default Filter then(Filter inner) {
        return (request, next) -> filter(request, inner.around(next));
    }
}
