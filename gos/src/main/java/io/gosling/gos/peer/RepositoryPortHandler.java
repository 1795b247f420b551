package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.repository.RepositoryHttpHandler;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.concurrent.Semaphore;

/**
 * The repository on the peer port, for programs that present the token for objects; everything else is passed on to the
 * peers' handler.
 *
 * <p>Programs may use a part of the port's exchanges since purge messages use the same port: programs that wait for a
 * frozen home must not cost this node its lease. Beyond it the answer is 503.
 */
record RepositoryPortHandler(ClusterSecret secret, Handler objects, Handler others, Semaphore places)
        implements Handler {
    @Override
    public Response handle(Request request) throws Exception {
        if (!request.rawPath().startsWith(RepositoryHttpHandler.PREFIX)) {
            return others.handle(request);
        }
        String token = request.headers().first(PeerHttpNames.TOKEN);
        if (token == null || !secret.isObjectsToken(token)) {
            return Response.text("the field " + PeerHttpNames.TOKEN
                            + " must have the cluster's token for objects; gosling token --secret-file FILE"
                            + " prints it\n")
                    .withStatus(403);
        }
        if (!places.tryAcquire()) {
            return Response.text("too many requests for objects at a time\n")
                    .withStatus(503)
                    .with("Retry-After", "1");
        }
        request.whenDone(places::release);
        return objects.handle(request);
    }
}
