package io.gosling.gos.cluster;

import io.gosling.gos.repository.ObjectRequests;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;

/** The repository on the peer port, for programs that show the token for objects; everything else goes on to the peers'. */
final class PeerObjects implements Handler {
    private final ClusterSecret secret;
    private final Handler objects;
    private final Handler others;

    PeerObjects(ClusterSecret secret, Handler objects, Handler others) {
        this.secret = secret;
        this.objects = objects;
        this.others = others;
    }

    @Override
    public Response handle(Request request) throws Exception {
        if (!request.rawPath().startsWith(ObjectRequests.PREFIX)) {
            return others.handle(request);
        }
        String token = request.headers().first(PeerFields.TOKEN);
        return token == null || !secret.isObjectsToken(token) ? Response.of(403) : objects.handle(request);
    }
}
