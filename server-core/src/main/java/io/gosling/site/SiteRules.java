package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.site.access.AccessRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RouteRules;
import java.util.List;
import java.util.Map;

/**
 * The rules of a site beyond serving its documents. The order in which they are applied is that of {@link
 * SiteHandlerFactory}.
 *
 * @param origins paths that other servers answer, the first that fits
 * @param errorPages documents of the site by the status that they are shown for
 */
public record SiteRules(
        List<AccessRule> access, RouteRules routes, List<PathPattern> origins, Map<Integer, DocumentPath> errorPages) {
    public SiteRules {
        access = List.copyOf(access);
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
}
