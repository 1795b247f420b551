package io.gosling.site.rules;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;

/**
 * Rewrites a request by the first rule whose pattern fits, once. Access rules have been applied to the requested
 * path, and are applied to the new one too. Safe for use by many threads.
 */
public record RewriteFilter(List<RewriteRule> rules, Filter guard) implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        for (RewriteRule rule : rules) {
            String target = rule.target(request.rawPath(), request.rawQuery());
            if (target != null) {
                Request other = RewrittenRequest.of(request, target);
                return other == null ? ErrorPageBuilder.of(400) : guard.filter(other, next);
            }
        }
        return next.handle(request);
    }
}
