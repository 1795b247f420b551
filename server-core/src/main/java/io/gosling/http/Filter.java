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

    /** The response to an exception; may throw another one, such as a {@link StatusException}. */
    @FunctionalInterface
    interface ExceptionMapper<E extends Exception> {
        Response map(Request request, E failure) throws Exception;
    }

    /**
     * Returns a filter that answers exceptions of a class, thrown by the handler or a filter inside; not those of a
     * body that is written after the handler has returned.
     *
     * @param type a {@link StatusException} keeps its own response unless it is named here itself
     */
    static <E extends Exception> Filter catching(Class<E> type, ExceptionMapper<? super E> mapper) {
        return (request, next) -> {
            try {
                return next.handle(request);
            } catch (Exception e) {
                if (!type.isInstance(e) || e instanceof StatusException && !type.equals(StatusException.class)) {
                    throw e;
                }
                return mapper.map(request, type.cast(e));
            }
        };
    }

    default Handler around(Handler handler) {
        return request -> filter(request, handler);
    }

    default Filter then(Filter inner) {
        return (request, next) -> filter(request, inner.around(next));
    }
}
