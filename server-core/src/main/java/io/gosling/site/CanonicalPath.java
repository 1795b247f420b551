package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.http.ErrorPage;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;

/** Outermost: rules see canonical paths only, and what has no canonical form is answered 400. */
final class CanonicalPath implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (request.rawPath().equals("*")) {
            return new Response(204, Headers.of("Allow", "GET, HEAD, OPTIONS"), null);
        }
        String key;
        try {
            key = DocumentPath.parse(request.rawPath()).key();
        } catch (IllegalDocumentPathException e) {
            return ErrorPage.of(400);
        }
        return next.handle(key.equals(request.rawPath()) ? request : under(request, key));
    }

    private static Request under(Request request, String key) {
        return new RequestWrapper(request) {
            @Override
            public String rawPath() {
                return key;
            }
        };
    }
}
