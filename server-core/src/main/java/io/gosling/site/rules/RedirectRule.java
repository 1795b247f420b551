package io.gosling.site.rules;

import java.util.List;

/**
 * A rule that redirects clients to another path or URL.
 *
 * @param to the target; {@code $1} is what the first star stood for. The request's query is kept, unless this has one
 * @param status 301, 302, 303, 307 or 308
 */
public record RedirectRule(PathPattern from, String to, int status) {
    public static final List<Integer> STATUSES = List.of(301, 302, 303, 307, 308);

    public RedirectRule {
        if (!STATUSES.contains(status)) {
            throw new IllegalArgumentException(
                    "status " + status + " does not redirect; expected 301, 302, 303, 307 or 308");
        }
        RewriteTargetTemplate.require(to, from, true);
    }
}
