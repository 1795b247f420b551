package io.gosling.site.rules;

import io.gosling.http.ErrorPage;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;

/**
 * Rewrites a request by the first rule whose pattern fits, once. Access rules have been applied to the requested
 * path, and are applied to the new one too. Safe for use by many threads.
 */
public final class RewriteRules implements Filter {
    private record Rule(PathPattern from, RewriteTarget to) {}

    private final List<Rule> rules;
    private final Filter guard;

    public RewriteRules(List<RewriteRule> rewrites, Filter guard) {
        this.rules = rewrites.stream()
                .map(rewrite -> new Rule(rewrite.from(), rewrite.target()))
                .toList();
        this.guard = guard;
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        for (Rule rule : rules) {
            List<String> stars = rule.from().match(request.rawPath());
            if (stars != null) {
                Request other = RewrittenRequest.of(request, rule.to().with(stars, request.rawQuery()));
                return other == null ? ErrorPage.of(400) : guard.filter(other, next);
            }
        }
        return next.handle(request);
    }
}
