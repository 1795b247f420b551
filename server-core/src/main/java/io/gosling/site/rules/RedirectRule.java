package io.gosling.site.rules;

import java.util.Set;

/**
 * A rule that redirects clients to another path or URL, with the request's query unless that has one.
 *
 * @param to {@code $1} is what the first star stood for
 */
public record RedirectRule(PathPattern from, String to, int status) {
    private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

    public RedirectRule {
        if (!STATUSES.contains(status)) {
            throw new IllegalArgumentException(
                    "status " + status + " does not redirect; expected 301, 302, 303, 307 or 308");
        }
        RewriteTarget.parse(to, from, true);
    }

    RewriteTarget target() {
        return RewriteTarget.parse(to, from, true);
    }
}
