package io.gosling.site.rules;

import io.gosling.http.Headers;
import java.util.Locale;
import java.util.Set;

/**
 * Header fields for the answers of some paths.
 *
 * @param path the paths it is about
 * @param fields replace those of their names; {@code Vary} is added to
 * @param onErrors whether answers from 400 on get them too
 */
public record HeaderRule(PathPattern path, Headers fields, boolean onErrors) {
    /** What follows from the bytes and the connection, and is the server's to say. */
    private static final Set<String> OWN = Set.of(
            "accept-ranges",
            "connection",
            "content-encoding",
            "content-length",
            "content-range",
            "date",
            "etag",
            "keep-alive",
            "last-modified",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** @throws IllegalArgumentException when a field is one that the server makes itself */
    public HeaderRule {
        for (Headers.Field field : fields) {
            if (OWN.contains(field.name().toLowerCase(Locale.ROOT))) {
                throw new IllegalArgumentException(
                        "field '" + field.name() + "' is made by the server and cannot be set by a rule");
            }
        }
    }
}
