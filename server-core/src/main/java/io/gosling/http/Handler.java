package io.gosling.http;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Turns a request into its response: runs on a virtual thread of its own per request, so it may block.
 *
 * <p>HEAD needs no special handling: the response's length is sent and its bytes are not.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Answers one request.
     *
     * @return the response, whose body passes to the caller, who closes it
     * @throws Exception answered with 500, or with its status where it is a {@link StatusException}
     */
    Response handle(Request request) throws Exception;

    /**
     * Returns a handler whose response is completed later, by other threads. The request's thread waits for it, which
     * costs little, so filters and later actions work as they do elsewhere; reading the request's body is up to that
     * thread. A stage that fails fails the handler; to bound the wait, give the stage a timeout.
     */
    static Handler async(Function<? super Request, ? extends CompletionStage<Response>> later) {
        return request -> {
            Future<Response> coming = later.apply(request).toCompletableFuture();
            try {
                return coming.get();
            } catch (ExecutionException e) {
                throw e.getCause() instanceof Exception cause ? cause : e;
            } catch (InterruptedException e) {
                coming.cancel(true);
                throw e;
            }
        };
    }
}
