package io.gosling.dispatcher.route;

import io.gosling.http.HostNameNormalizer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conditions of a route on a request's header, besides its path; empty ones are met by every request. Immutable;
 * allocates nothing except for the values of cookies and parameters that it compares.
 */
final class RequestConditions {
    private static final Pattern HOST = Pattern.compile("(\\*\\.)?[a-z0-9_-][a-z0-9._-]*|\\[[0-9a-f:.]+]");
    private static final Pattern METHOD = Pattern.compile("[A-Z][A-Z0-9_-]{0,63}");
    private static final String ANY = "*";

    @FunctionalInterface
    private interface Source {
        @Nullable
        String find(HttpRequest request, String name);
    }

    private record NamedValue(Source source, String name, String value) {
        boolean isIn(HttpRequest request) {
            String given = source.find(request, name);
            return given != null && (value.equals(ANY) || value.equals(given));
        }
    }

    private final String[] hosts;
    private final String[] methods;
    private final NamedValue[] values;

    /** @param hosts as {@link #hostPattern} returns them */
    RequestConditions(
            List<String> hosts,
            List<String> methods,
            Map<String, String> headers,
            Map<String, String> cookies,
            Map<String, String> query) {
        this.hosts = hosts.stream()
                .map(host -> host.startsWith("*") ? host.substring(1) : host)
                .toArray(String[]::new);
        this.methods = methods.toArray(String[]::new);
        this.values = Stream.of(
                        values(headers, (request, name) -> request.headers().get(name)),
                        values(cookies, (request, name) -> RequestValues.cookie(request.headers(), name)),
                        values(query, (request, name) -> RequestValues.query(request.uri(), name)))
                .flatMap(Function.identity())
                .toArray(NamedValue[]::new);
    }

    private static Stream<NamedValue> values(Map<String, String> pairs, Source source) {
        return pairs.entrySet().stream().map(pair -> new NamedValue(source, pair.getKey(), pair.getValue()));
    }

    /**
     * Returns the canonical form of a host such as {@code img.example.org} or {@code *.example.org}.
     *
     * @throws IllegalArgumentException if it is none
     */
    static String hostPattern(String written) {
        String host = HostNameNormalizer.canonical(written);
        if (!HOST.matcher(host).matches()) {
            throw new IllegalArgumentException("not a host: " + written);
        }
        return host;
    }

    static String method(String written) {
        if (!METHOD.matcher(written).matches()) {
            throw new IllegalArgumentException("not a method: " + written);
        }
        return written;
    }

    boolean areMetBy(HttpRequest request) {
        return (hosts.length == 0 || isAnyHost(request.headers().get(HttpHeaderNames.HOST)))
                && (methods.length == 0 || isAnyMethod(request.method().name()))
                && hasValues(request);
    }

    private boolean hasValues(HttpRequest request) {
        for (NamedValue value : values) {
            if (!value.isIn(request)) {
                return false;
            }
        }
        return true;
    }

    private boolean isAnyMethod(String asked) {
        for (String method : methods) {
            if (method.equals(asked)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAnyHost(@Nullable String authority) {
        if (authority == null) {
            return false;
        }
        int end = HostNameNormalizer.end(authority);
        end -= end > 0 && authority.charAt(end - 1) == '.' ? 1 : 0;
        for (String host : hosts) {
            int from = host.charAt(0) == '.' ? end - host.length() : 0;
            if (from >= 0 && end - from == host.length() && authority.regionMatches(true, from, host, 0, end - from)) {
                return true;
            }
        }
        return false;
    }
}
