package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.netty.http1.HeaderNameMatcher;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the header that an in-process handler sees of a request whose response may be stored: the client's
 * header without the parts that are not in the cache key. Pure.
 */
public record HandlerRequestHeaderBuilder(HandlerCacheSettings settings) implements UpstreamRequestHeaderBuilder {
    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "X-Forwarded-Proto";

    /** The header of a trusted proxy: a response for one address must declare this itself. */
    private static final String OF_PROXIES = "x-forwarded-for";

    @Override
    public Headers of(Headers headers, String client, boolean trusted, boolean secure, boolean mayBeStored) {
        List<Headers.Field> fields = new ArrayList<>(headers.size() + 1);
        for (Headers.Field field : headers) {
            String name = field.name();
            if (HeaderNameMatcher.is(name, "host")) {
                String host = HostHeaderNormalizer.of(field.value(), secure);
                fields.add(new Headers.Field("Host", settings.keepsHost() ? host : settings.keyPrefix(null)));
            } else if ((trusted && HeaderNameMatcher.is(name, OF_PROXIES))
                    || !OriginRequestHeaderBuilder.staysHere(name)) {
                fields.add(field);
            }
        }
        if (trusted && headers.contains(SCHEME)) {
            // That of the key, and no other spelling of it.
            fields.add(new Headers.Field(SCHEME, secure ? "https" : "http"));
        }
        return Headers.of(fields);
    }

    /**
     * Returns the scheme: the last value that a trusted proxy gives in {@code X-Forwarded-Proto} counts, even against
     * TLS.
     */
    @Override
    public boolean isSecure(Request request, boolean trusted) {
        String said = trusted ? request.headers().joined(SCHEME) : null;
        return said == null
                ? request.isSecure()
                : said.substring(said.lastIndexOf(',') + 1).strip().equalsIgnoreCase("https");
    }

    /** A client that a filter has identified, counts as one with credentials. */
    @Override
    public Headers judged(Headers headers, Request request) {
        return request.user() == null || headers.contains(AUTHORIZATION)
                ? headers
                : headers.plus(AUTHORIZATION, "user");
    }
}
