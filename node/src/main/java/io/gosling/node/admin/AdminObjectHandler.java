package io.gosling.node.admin;

import io.gosling.gos.repository.RepositoryHttpHandler;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;

/**
 * Serves the object repository on the admin port, for people: {@code /objects/KEY}. All other requests are passed on.
 * As there, a request must name this machine as its host, and a page in a browser can neither read nor change anything.
 * Safe for use by many threads.
 */
public record AdminObjectHandler(Handler objects, Handler others) implements Handler {
    @Override
    public Response handle(Request request) throws Exception {
        if (!request.rawPath().startsWith(RepositoryHttpHandler.PREFIX)) {
            return others.handle(request);
        }
        if (!LocalHostHeaderCheck.isMeant(request.headers().first("Host"))) {
            return Response.text("the Host header must name a loopback address or localhost\n")
                    .withStatus(421);
        }
        return isOfAPage(request)
                ? Response.text("a page in a browser may not do this; use curl -X " + request.method() + "\n")
                        .withStatus(403)
                : objects.handle(request).with("X-Content-Type-Options", "nosniff");
    }

    /** True if a page sent the request, not a typed address. */
    private static boolean isOfAPage(Request request) {
        String from = request.headers().first("Sec-Fetch-Site");
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        return request.headers().first("Origin") != null || (from != null && !(reads && from.equals("none")));
    }
}
