package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Targets;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of a request is its target: what requests have in common that should go to the same back-end. A request that lacks
 * the field or cookie that is wanted goes by its URL. Immutable.
 */
public final class TargetRule {
    /** Path and query, as the paper has it. */
    public static final TargetRule URL = new TargetRule("url", HttpRequest::uri);

    private static final Pattern NAMED = Pattern.compile("(header|cookie):([A-Za-z0-9!#$%&'*+.^_`|~-]{1,128})");

    private final String label;
    private final Function<HttpRequest, String> text;

    private TargetRule(String label, Function<HttpRequest, String> text) {
        this.label = label;
        this.text = text;
    }

    /**
     * From {@code url}, {@code path}, {@code host+path}, {@code header:NAME} or {@code cookie:NAME}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static TargetRule parse(String label) {
        Matcher named = NAMED.matcher(label);
        if (named.matches()) {
            String name = named.group(2);
            return named.group(1).equals("header")
                    ? new TargetRule(label, request -> orUrl(request.headers().get(name), request))
                    : new TargetRule(label, request -> orUrl(cookie(request.headers(), name), request));
        }
        return switch (label) {
            case "url" -> URL;
            case "path" -> new TargetRule(label, TargetRule::path);
            case "host+path" ->
                new TargetRule(label, request -> orUrl(request.headers().get("Host"), request) + path(request));
            default ->
                throw new IllegalArgumentException("target \"" + label
                        + "\" is not known; expected url, path, host+path, header:NAME or cookie:NAME");
        };
    }

    /** The target of a request, for a policy. */
    long of(HttpRequest request) {
        return Targets.hash(text.apply(request));
    }

    /** The target of whatever is asked for by this path and query; nothing where targets do not follow from that alone. */
    public OptionalLong ofUrl(String uri) {
        return switch (label) {
            case "url" -> OptionalLong.of(Targets.hash(uri));
            case "path" -> OptionalLong.of(Targets.hash(path(uri)));
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

    /** The value of the first cookie of this name (RFC 6265, section 4.2.1); empty when there is none. */
    private static String cookie(HttpHeaders headers, String name) {
        for (String line : headers.getAll("Cookie")) {
            for (String pair : line.split(";")) {
                int equals = pair.indexOf('=');
                if (equals > 0 && pair.substring(0, equals).strip().equals(name)) {
                    return pair.substring(equals + 1).strip();
                }
            }
        }
        return "";
    }

    /** As it was parsed. */
    @Override
    public String toString() {
        return label;
    }
}
