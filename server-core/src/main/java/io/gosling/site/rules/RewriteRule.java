package io.gosling.site.rules;

/**
 * Has a path answered as if another one had been asked for; clients do not see it.
 *
 * @param from the paths it is about
 * @param to the path that is looked up instead; {@code $1} is what the first star stood for
 */
public record RewriteRule(PathPattern from, String to) {
    /** @throws IllegalArgumentException when the target is no path */
    public RewriteRule {
        RewriteTarget.parse(to, from, false);
    }

    RewriteTarget target() {
        return RewriteTarget.parse(to, from, false);
    }
}
