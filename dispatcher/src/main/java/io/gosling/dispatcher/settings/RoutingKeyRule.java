package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.policy.RoutingKeyHash;
import io.gosling.dispatcher.route.RequestValues;
import io.netty.handler.codec.http.HttpRequest;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the routing key of a request: requests with the same key should go to the same back-end. A request that
 * lacks the configured header or cookie is routed by its URL. Immutable.
 */
public final class RoutingKeyRule {
    /** Path and query, as the paper has it. */
    public static final RoutingKeyRule URL = new RoutingKeyRule("url", HttpRequest::uri);

    private static final Pattern NAMED = Pattern.compile("(header|cookie):([A-Za-z0-9!#$%&'*+.^_`|~-]{1,128})");

    private final String label;
    private final Function<HttpRequest, String> text;

    private RoutingKeyRule(String label, Function<HttpRequest, String> text) {
        this.label = label;
        this.text = text;
    }

    /**
     * From {@code url}, {@code path}, {@code host+path}, {@code header:NAME} or {@code cookie:NAME}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static RoutingKeyRule parse(String label) {
        Matcher named = NAMED.matcher(label);
        if (named.matches()) {
            String name = named.group(2);
            boolean header = named.group(1).equals("header");
            return new RoutingKeyRule(
                    label,
                    request -> orUrl(
                            header ? request.headers().get(name) : RequestValues.cookie(request.headers(), name),
                            request));
        }
        return switch (label) {
            case "url" -> URL;
            case "path" -> new RoutingKeyRule(label, RoutingKeyRule::path);
            case "host+path" ->
                new RoutingKeyRule(label, request -> orUrl(request.headers().get("Host"), request) + path(request));
            default ->
                throw new IllegalArgumentException("routing-key \"" + label
                        + "\" is not known; expected url, path, host+path, header:NAME or cookie:NAME");
        };
    }

    /** The routing key of a request, for a policy, from its header. */
    public long of(HttpRequest request) {
        return RoutingKeyHash.hash(text.apply(request));
    }

    /** The routing key of requests for this path and query; empty if the key depends on more than these. */
    public OptionalLong ofUrl(String uri) {
        return switch (label) {
            case "url" -> OptionalLong.of(RoutingKeyHash.hash(uri));
            case "path" -> OptionalLong.of(RoutingKeyHash.hash(path(uri)));
            default -> OptionalLong.empty();
        };
    }

    private static String path(HttpRequest request) {
        return path(request.uri());
    }

    private static String path(String uri) {
        int query = uri.indexOf('?');
        return query < 0 ? uri : uri.substring(0, query);
    }

    private static String orUrl(@Nullable String value, HttpRequest request) {
        return value == null || value.isEmpty() ? request.uri() : value;
    }

    @Override
    public String toString() {
        return label;
    }
}
