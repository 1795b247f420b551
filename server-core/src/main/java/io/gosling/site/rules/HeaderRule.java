package io.gosling.site.rules;

import io.gosling.http.HopByHopHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A rule that changes the headers of responses on some paths, and of the requests for them that go to an origin or a
 * back-end. The one list of the names that no rule may touch, on nodes and on front-ends.
 *
 * @param response the change of responses, whose {@code Vary} is added to
 * @param onErrors true if responses from 400 on are changed too
 */
public record HeaderRule(PathPattern path, HeaderChange response, boolean onErrors, HeaderChange request) {
    /** Prefix of the headers that nodes and front-ends exchange. */
    private static final String AMONG_SERVERS = "gosling-";

    /** Headers that follow from the bytes and the connection, and that only the server sets. */
    private static final Set<String> OWN = HopByHopHeaders.with(
            HopByHopHeaders.NOT_FORWARDED,
            "accept-ranges",
            "cache-status",
            "content-encoding",
            "content-length",
            "content-range",
            "date",
            "etag",
            "last-modified",
            "via");

    private static final Set<String> OWN_OF_REQUESTS = HopByHopHeaders.with(
            HopByHopHeaders.NOT_FORWARDED,
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
        refuse(response.names(), OWN);
        if (response.remove().stream().anyMatch("Vary"::equalsIgnoreCase)) {
            throw new IllegalArgumentException(
                    "field 'vary' cannot be removed, since caches rely on it; set adds to what it names");
        }
        refuse(request.names(), OWN_OF_REQUESTS);
    }

    private static void refuse(Stream<String> names, Set<String> own) {
        List<String> refused = names.map(name -> name.toLowerCase(Locale.ROOT).replace('_', '-'))
                .filter(name -> own.contains(name) || name.startsWith(AMONG_SERVERS))
                .toList();
        if (!refused.isEmpty()) {
            throw new IllegalArgumentException("field '" + refused.getFirst()
                    + "' is made by the server and cannot be set or removed by a rule; leave it out");
        }
    }
}
