package io.gosling.site.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that answers a path as another one, unseen by clients; {@code $1} is what the first star stood for. */
public record RewriteRule(PathPattern from, String to) {
    public RewriteRule {
        RewriteTargetTemplate.require(to, from, false);
    }

    /** Returns the target of a canonical path, with its query; null when the rule does not fit. */
    public @Nullable String target(String path, String query) {
        List<String> stars = from.match(path);
        return stars == null ? null : RewriteTargetTemplate.filled(to, stars, query);
    }
}
