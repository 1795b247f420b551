package io.gosling.node.admin;

import io.gosling.gos.repository.ObjectRequests;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;

/**
 * The repository on the admin port, for people: {@code /objects/KEY}. Everything else goes on. As there, a request must name
 * this machine as its host, and a page in a browser changes nothing. Safe for use by many threads.
 */
public final class AdminObjects implements Handler {
    private final Handler objects;
    private final Handler others;

    /** @param objects answers what is about objects */
    public AdminObjects(Handler objects, Handler others) {
        this.objects = objects;
        this.others = others;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (!request.rawPath().startsWith(ObjectRequests.PREFIX)) {
            return others.handle(request);
        }
        if (!LocalHost.isMeant(request.headers().first("Host"))) {
            return Response.text("the Host field must name a loopback address or localhost\n")
                    .withStatus(421);
        }
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        boolean browser =
                request.headers().first("Origin") != null || request.headers().first("Sec-Fetch-Site") != null;
        return !reads && browser
                ? Response.text("a page in a browser may not do this; use curl -X " + request.method() + "\n")
                        .withStatus(403)
                : objects.handle(request);
    }
}
