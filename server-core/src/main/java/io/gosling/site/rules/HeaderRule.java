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

    private static final Set<String> OWN_OF_REQUESTS =
            HopByHopHeaders.with(HopByHopHeaders.NAMES, "content-length", "host", "via");

    public HeaderRule {
        requireOthers(response, OWN);
        requireOthers(request, OWN_OF_REQUESTS);
    }

    private static void requireOthers(HeaderChange change, Set<String> own) {
        Stream<String> set =
                StreamSupport.stream(change.set().spliterator(), false).map(Headers.Field::name);
        Stream.concat(set, change.remove().stream())
                .filter(name -> own.contains(name.toLowerCase(Locale.ROOT)))
                .forEach(name -> {
                    throw new IllegalArgumentException(
                            "field '" + name + "' is made by the server and cannot be set or removed by a rule");
                });
    }
}
