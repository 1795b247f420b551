package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.site.access.AccessRule;
import io.gosling.site.rules.CorsRule;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import java.util.List;
import java.util.Map;

/**
 * The rules of a site beyond serving its documents. The order in which they are applied is that of {@link Sites}.
 *
 * @param origins paths that other servers answer, the first that fits
 * @param errorPages documents of the site by the status that they are shown for
 */
public record SiteRules(
        List<AccessRule> access,
        List<RedirectRule> redirects,
        List<RewriteRule> rewrites,
        List<HeaderRule> headers,
        List<CorsRule> crossOrigin,
        List<PathPattern> origins,
        Map<Integer, DocumentPath> errorPages) {
    public SiteRules {
        access = List.copyOf(access);
        redirects = List.copyOf(redirects);
        rewrites = List.copyOf(rewrites);
        headers = List.copyOf(headers);
        crossOrigin = List.copyOf(crossOrigin);
        origins = List.copyOf(origins);
        errorPages = Map.copyOf(errorPages);
        for (int status : errorPages.keySet()) {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "an error page for " + status + "; expected a status from 400 to 599");
            }
        }
    }

    /** Returns whether other servers answer every path. */
    boolean leaveNothing() {
        return origins.stream().anyMatch(path -> path.toString().equals("/**"));
    }

    boolean allowEditing() {
        return access.stream().anyMatch(AccessRule::editing);
    }
}
