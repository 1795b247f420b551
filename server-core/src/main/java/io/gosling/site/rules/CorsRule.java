package io.gosling.site.rules;

import java.util.List;

/**
 * A rule for the access of scripts of other origins to some paths (the CORS protocol of the Fetch standard).
 *
 * @param origins such as {@code https://app.example.org}, or one star for all
 * @param methods that a preflight allows; simple ones need none
 * @param requestHeaders that a preflight allows
 * @param exposedHeaders of responses that scripts may read beyond the simple ones
 * @param credentials true if cookies and passwords may be sent; not together with a star
 * @param maxAgeSeconds lifetime of a preflight's response in browsers
 */
public record CorsRule(
        PathPattern path,
        List<String> origins,
        List<String> methods,
        List<String> requestHeaders,
        List<String> exposedHeaders,
        boolean credentials,
        long maxAgeSeconds) {
    public CorsRule {
        origins = List.copyOf(origins);
        methods = List.copyOf(methods);
        requestHeaders = List.copyOf(requestHeaders);
        exposedHeaders = List.copyOf(exposedHeaders);
        for (String origin : origins) {
            if (!origin.equals("*") && !origin.matches("[a-z][a-z0-9+.-]*://[a-z0-9._\\[\\]:-]+")) {
                throw new IllegalArgumentException("origin '" + origin
                        + "' must be *, or a scheme and a host in lower case such as https://app.example.org");
            }
        }
        if (credentials && origins.contains("*")) {
            throw new IllegalArgumentException(
                    "credentials cannot be allowed to all origins; name the origins or turn credentials off");
        }
    }

    boolean allowsAll() {
        return origins.contains("*");
    }
}
