package io.gosling.site.rules;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;

/** Answers with the first redirect whose pattern fits. Safe for use by many threads. */
public record RedirectFilter(List<RedirectRule> rules) implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        for (RedirectRule rule : rules) {
            List<String> stars = rule.from().match(request.rawPath());
            if (stars != null) {
                return Response.redirect(
                        rule.status(), RewriteTargetTemplate.filled(rule.to(), stars, request.rawQuery()));
            }
        }
        return next.handle(request);
    }
}
