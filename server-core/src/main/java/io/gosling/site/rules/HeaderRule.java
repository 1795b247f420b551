package io.gosling.site.rules;

import io.gosling.http.Headers;
import io.gosling.http.HopByHopHeaders;
import java.util.Locale;
import java.util.Set;

/**
 * A rule that adds headers, or replaces those of their names, on some paths; {@code Vary} is added to.
 *
 * @param onErrors true if responses from 400 on get them too
 */
public record HeaderRule(PathPattern path, Headers fields, boolean onErrors) {
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

    public HeaderRule {
        for (Headers.Field field : fields) {
            if (OWN.contains(field.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "field '" + field.name() + "' is made by the server and cannot be set by a rule");
            }
        }
    }
}
