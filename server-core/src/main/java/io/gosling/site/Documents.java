package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.http.DocumentHandler;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The documents of a site, each in the coding that its client likes best. A coding's bytes are another representation,
 * with their own entity tag and their own ranges. Safe for use by many threads.
 */
final class Documents implements Handler {
    private final Handler plain;
    private final Map<Coding, Handler> coded = new EnumMap<>(Coding.class);
    private final List<Coding> codings;

    Documents(Site site, DocumentSource space, String node) {
        this.plain = new DocumentHandler(new SiteView(space, site.view(null), site.content()), node);
        this.codings = site.content().compression().codings();
        for (Coding coding : codings) {
            coded.put(coding, new DocumentHandler(new SiteView(space, site.view(coding), site.content()), node));
        }
    }

    @Override
    public Response handle(Request request) throws Exception {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (!reads || codings.isEmpty() || !Compression.fits(DocumentPath.parse(request.rawPath()))) {
            return plain.handle(request);
        }
        for (Coding coding : Coding.accepted(request.headers().joined("Accept-Encoding"), codings)) {
            Response answer = coded.getOrDefault(coding, plain).handle(request);
            if (answer.status() != 404) {
                return encoded(answer, coding).varying("Accept-Encoding");
            }
            close(answer);
        }
        return plain.handle(request).varying("Accept-Encoding");
    }

    private static Response encoded(Response answer, Coding coding) {
        return answer.status() == 200 || answer.status() == 206
                ? answer.with("Content-Encoding", coding.token())
                : answer;
    }

    private static void close(Response answer) {
        if (answer.body() != null) {
            answer.body().close();
        }
    }
}
