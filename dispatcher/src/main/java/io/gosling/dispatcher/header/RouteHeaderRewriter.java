package io.gosling.dispatcher.header;

import io.gosling.http.Headers;
import io.gosling.netty.http1.HeaderNameMatcher;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import java.util.List;

/** Applies the header rules of a request's routes, as nodes apply those of sites. Pure. */
public final class RouteHeaderRewriter {
    private RouteHeaderRewriter() {}

    /** Changes the header of a request before it goes to a back-end. */
    public static void change(HttpRequest request, HeaderRuleFilter routes) {
        List<HeaderRule> rules = routes.rules();
        for (int at = 0; at < rules.size(); at++) {
            HeaderChange change = rules.get(at).request();
            if (!change.isNone()) {
                HeaderNameMatcher.remove(request.headers(), change::concerns);
                for (Headers.Field field : change.set()) {
                    request.headers().add(field.name(), field.value());
                }
            }
        }
    }

    /** Changes the header of an interim or final response before it goes to the client. */
    public static void change(HttpResponse response, HeaderRuleFilter routes) {
        List<HeaderRule> rules = routes.rules();
        for (int at = 0; at < rules.size(); at++) {
            HeaderRule rule = rules.get(at);
            if (response.status().code() < 400 || rule.onErrors()) {
                rule.response().remove().forEach(response.headers()::remove);
                for (Headers.Field field : rule.response().set()) {
                    set(response, field);
                }
            }
        }
    }

    private static void set(HttpResponse head, Headers.Field field) {
        HttpHeaders response = head.headers();
        String type = response.get(HttpHeaderNames.CONTENT_TYPE);
        if (HeaderRuleFilter.separatesParts(head.status().code(), field.name(), type)) {
            return;
        }
        if (!HttpHeaderNames.VARY.contentEqualsIgnoreCase(field.name())) {
            response.set(field.name(), field.value());
            return;
        }
        for (String written : field.value().split(",")) {
            String name = written.strip();
            if (!response.containsValue(HttpHeaderNames.VARY, "*", true)
                    && !response.containsValue(HttpHeaderNames.VARY, name, true)) {
                ForwardingHeaderAppender.append(response, HttpHeaderNames.VARY, name);
            }
        }
    }
}
