package io.gosling.site.rules;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.util.List;

/**
 * Answers preflights and marks the responses that other origins may read, by the first rule whose path fits. Browsers
 * enforce the result. Safe for use by many threads.
 */
public record CorsFilter(List<CorsRule> rules) implements Filter {
    public CorsFilter {
        rules = List.copyOf(rules);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        CorsRule rule = rules.stream()
                .filter(each -> each.path().fits(request.rawPath()))
                .findFirst()
                .orElse(null);
        if (rule == null) {
            return next.handle(request);
        }
        String origin = request.headers().first("Origin");
        boolean preflight = origin != null
                && request.method().equals("OPTIONS")
                && request.headers().contains("Access-Control-Request-Method");
        Response answer = preflight ? new Response(204, Headers.empty(), null) : next.handle(request);
        if (!rule.allowsAll()) {
            answer = answer.varying("Origin");
        }
        if (!rule.allowsAll() && (origin == null || !rule.origins().contains(origin))) {
            return answer;
        }
        answer = answer.with("Access-Control-Allow-Origin", rule.allowsAll() ? "*" : String.valueOf(origin));
        if (rule.credentials()) {
            answer = answer.with("Access-Control-Allow-Credentials", "true");
        }
        return preflight
                ? allowed(answer, rule)
                : listed(answer, "Access-Control-Expose-Headers", rule.exposedHeaders());
    }

    private static Response allowed(Response answer, CorsRule rule) {
        Response allowed = listed(answer, "Access-Control-Allow-Methods", rule.methods());
        return listed(allowed, "Access-Control-Allow-Headers", rule.requestHeaders())
                .with("Access-Control-Max-Age", Long.toString(rule.maxAgeSeconds()));
    }

    private static Response listed(Response answer, String name, List<String> values) {
        return values.isEmpty() ? answer : answer.with(name, String.join(", ", values));
    }
}
