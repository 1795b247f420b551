package io.gosling.dispatcher.header;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import io.gosling.site.rules.PathPattern;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** A front-end changes headers as a site does that has the same routes. */
class RouteHeaderRewriterTest {
    private static final String[] NAMES = {"X-A", "x-a", "X_A", "Server", "Vary"};
    private static final String[] VALUES = {"1", "DNT", "dnt, Accept", "*", "Accept"};

    private final Random random = new Random(5);

    private String any(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private Headers headers(String... names) {
        Headers headers = Headers.empty();
        for (int count = random.nextInt(4); count > 0; count--) {
            headers = headers.plus(any(names), any(VALUES));
        }
        return headers;
    }

    private HeaderRuleFilter rules() {
        List<HeaderRule> rules = new ArrayList<>();
        for (int count = random.nextInt(3); count >= 0; count--) {
            rules.add(new HeaderRule(
                    PathPattern.parse("/**"),
                    new HeaderChange(headers(NAMES), List.of(any("Server", "X-B", "X-a"))),
                    random.nextBoolean(),
                    new HeaderChange(headers("X-A", "x_a", "Server"), List.of(any("Cookie", "X-B")))));
        }
        return new HeaderRuleFilter(rules);
    }

    @Test
    void responsesAndRequestsAreChangedAsOnSites() {
        for (int round = 0; round < 5000; round++) {
            HeaderRuleFilter rules = rules();
            Headers given = headers("X-A", "X_A", "X-B", "Server", "Vary", "Cookie");
            int status = random.nextBoolean() ? 200 : 404;
            HttpResponse response =
                    new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(status), netty(given));
            RouteHeaderRewriter.change(response, rules);
            assertEquals(
                    text(rules.applied(new Response(status, given, null), "/").headers()),
                    text(response.headers()),
                    () -> rules + " " + given);
            HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/", netty(given));
            RouteHeaderRewriter.change(request, rules);
            assertEquals(text(rules.forOrigin(given, "/")), text(request.headers()), () -> rules + " " + given);
        }
    }

    private static HttpHeaders netty(Headers given) {
        HttpHeaders headers = new DefaultHttpHeaders();
        given.forEach(field -> headers.add(field.name(), field.value()));
        return headers;
    }

    private static List<String> text(Headers headers) {
        return StreamSupport.stream(headers.spliterator(), false)
                .map(field -> field.name().toLowerCase(Locale.ROOT) + ": " + field.value())
                .sorted()
                .toList();
    }

    private static List<String> text(Iterable<Map.Entry<String, String>> headers) {
        return StreamSupport.stream(headers.spliterator(), false)
                .map(field -> field.getKey().toLowerCase(Locale.ROOT) + ": " + field.getValue())
                .sorted()
                .toList();
    }
}
