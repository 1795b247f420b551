package io.gosling.site.rules;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;

/** Answers with the first redirect whose pattern fits. Safe for use by many threads. */
public final class RedirectRules implements Filter {
    private record Rule(PathPattern from, RewriteTarget to, int status) {}

    private final List<Rule> rules;

    public RedirectRules(List<RedirectRule> redirects) {
        this.rules = redirects.stream()
                .map(redirect -> new Rule(redirect.from(), redirect.target(), redirect.status()))
                .toList();
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        for (Rule rule : rules) {
            List<String> stars = rule.from().match(request.rawPath());
            if (stars != null) {
                return Response.redirect(rule.status(), rule.to().with(stars, request.rawQuery()));
            }
        }
        return next.handle(request);
    }
}
