package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.site.compression.GzipFilter;
import io.gosling.site.rules.HeaderRuleFilter;
import io.gosling.site.rules.PathPattern;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Forwards requests to the origin that answers their path, the first whose pattern fits, and compresses its answers.
 * Safe for use by many threads.
 */
final class OriginFilter implements Filter {
    private final Map<PathPattern, Handler> origins = new LinkedHashMap<>();
    private final HeaderRuleFilter headers;
    private final GzipFilter gzip;

    OriginFilter(Site site, OriginHandlerFactory all) {
        headers = new HeaderRuleFilter(site.rules().routes().headers());
        gzip = new GzipFilter(site.content().compression());
        site.rules().origins().forEach(path -> origins.put(path, all.answering(site, path)));
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        String path = request.rawPath();
        for (Map.Entry<PathPattern, Handler> origin : origins.entrySet()) {
            if (origin.getKey().fits(path)) {
                // The origin may read a path that the site's rules have not seen.
                if (path.indexOf('%') >= 0 && DocumentPath.parse(path).isAmbiguous()) {
                    return ErrorPageBuilder.of(400);
                }
                // Inside, since a rule may keep the client's Accept-Encoding from the origin.
                return gzip.filter(request, asked -> origin.getValue().handle(forOrigin(asked, path)));
            }
        }
        return next.handle(request);
    }

    /** Changes the headers by the rules; the origin does not see a password that the site has checked. */
    private Request forOrigin(Request request, String path) {
        Headers given =
                request.user() == null ? request.headers() : request.headers().without("Authorization");
        Headers changed = headers.forOrigin(given, path);
        return changed.equals(request.headers())
                ? request
                : new RequestWrapper(request) {
                    @Override
                    public Headers headers() {
                        return changed;
                    }
                };
    }
}
