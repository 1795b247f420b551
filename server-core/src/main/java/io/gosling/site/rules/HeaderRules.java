package io.gosling.site.rules;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import java.util.List;

/**
 * Changes headers by path, one rule after the other, so that of two that agree on a path and a header the later one
 * counts. Safe for many threads.
 */
public record HeaderRules(List<HeaderRule> rules) implements Filter {
    public HeaderRules {
        rules = List.copyOf(rules);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        String key = request.rawPath();
        Request changing = new RequestWrapper(request) {
            @Override
            public void sendInterim(int status, Headers fields) {
                super.sendInterim(
                        status, applied(new Response(status, fields, null), key).headers());
            }
        };
        return applied(next.handle(changing), key);
    }

    /** Returns a response with the headers of this path. */
    public Response applied(Response given, String key) {
        Response answer = given;
        for (HeaderRule rule : rules) {
            if ((answer.status() < 400 || rule.onErrors()) && rule.path().fits(key)) {
                for (String name : rule.response().remove()) {
                    answer = answer.without(name);
                }
                for (Headers.Field field : rule.response().set()) {
                    answer = set(answer, field);
                }
            }
        }
        return answer;
    }

    /** Returns the headers with which a request for a path goes to an origin. */
    public Headers forOrigin(Headers given, String key) {
        Headers changed = given;
        for (HeaderRule rule : rules) {
            if (!rule.request().isNone() && rule.path().fits(key)) {
                changed = rule.request().applied(changed);
            }
        }
        return changed;
    }

    private static Response set(Response answer, Headers.Field field) {
        if (!field.name().equalsIgnoreCase("Vary")) {
            return answer.with(field.name(), field.value());
        }
        Response varying = answer;
        for (String name : field.value().split(",")) {
            varying = varying.varying(name.strip());
        }
        return varying;
    }
}
