package io.gosling.http;

/**
 * Turns a request into its response: runs on a virtual thread of its own per request, so it may block.
 *
 * <p>HEAD needs no care: the response's length is sent and its bytes are not.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Answers one request.
     *
     * @return the response, whose body passes to the caller, who closes it
     * @throws Exception answered with 500
     */
    Response handle(Request request) throws Exception;
}
