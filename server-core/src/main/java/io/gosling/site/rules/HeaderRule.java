package io.gosling.site.rules;

import io.gosling.http.Headers;
import io.gosling.http.HopByHopHeaders;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A rule that changes the headers of responses on some paths, and of the requests for them that go to an origin.
 *
 * @param response the change of responses, whose {@code Vary} is added to
 * @param onErrors true if responses from 400 on are changed too
 */
public record HeaderRule(PathPattern path, HeaderChange response, boolean onErrors, HeaderChange request) {
    /** Headers that follow from the bytes and the connection, and that only the server sets. */
    private static final Set<String> OWN = HopByHopHeaders.with(
            HopByHopHeaders.NAMES,
            "accept-ranges",
            "content-encoding",
            "content-length",
            "content-range",
            "date",
            "etag",
            "last-modified");

    /** Those that a client or a cache behind would be misled without. */
    private static final Set<String> STAY = Set.of("cache-status", "vary");

    private static final Set<String> OWN_OF_REQUESTS = HopByHopHeaders.with(
            HopByHopHeaders.NAMES,
            "cdn-loop",
            "content-length",
            "expect",
            "host",
            "surrogate-capability",
            "via",
            "x-http-method",
            "x-http-method-override",
            "x-method-override");

    /** @throws IllegalArgumentException for a header that only the server sets */
    public HeaderRule {
        names(response).filter(OWN::contains).forEach(HeaderRule::refuse);
        names(new HeaderChange(Headers.empty(), response.remove()))
                .filter(STAY::contains)
                .forEach(HeaderRule::refuse);
        names(request).filter(OWN_OF_REQUESTS::contains).forEach(HeaderRule::refuse);
    }

    private static Stream<String> names(HeaderChange change) {
        Stream<String> set =
                StreamSupport.stream(change.set().spliterator(), false).map(Headers.Field::name);
        return Stream.concat(set, change.remove().stream())
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    private static void refuse(String name) {
        throw new IllegalArgumentException(
                "field '" + name + "' is made by the server and cannot be set or removed by a rule");
    }
}
