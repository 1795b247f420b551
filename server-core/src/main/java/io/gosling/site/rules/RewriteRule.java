package io.gosling.site.rules;

/** A rule that answers a path as another one, unseen by clients; {@code $1} is what the first star stood for. */
public record RewriteRule(PathPattern from, String to) {
    public RewriteRule {
        RewriteTargetTemplate.require(to, from, false);
    }
}
