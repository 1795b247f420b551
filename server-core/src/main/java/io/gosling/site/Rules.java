package io.gosling.site;

import io.gosling.site.access.AccessRule;
import io.gosling.site.cgi.CgiRule;
import io.gosling.site.rules.CrossOrigin;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.Redirect;
import io.gosling.site.rules.Rewrite;
import io.gosling.document.DocumentPath;
import java.util.List;
import java.util.Map;

/**
 * What a site does beyond serving its documents. The order in which they are asked is that of {@link Sites}.
 *
 * @param programs that answer some paths
 * @param origins paths that other servers answer, the first that fits
 * @param errorPages documents of the site by the status that they are shown for
 */
public record Rules(
        List<AccessRule> access,
        List<Redirect> redirects,
        List<Rewrite> rewrites,
        List<HeaderRule> headers,
        List<CrossOrigin> crossOrigin,
        List<CgiRule> programs,
        List<PathPattern> origins,
        Map<Integer, DocumentPath> errorPages) {
    /** Without programs and origins. */
    public Rules(
            List<AccessRule> access,
            List<Redirect> redirects,
            List<Rewrite> rewrites,
            List<HeaderRule> headers,
            List<CrossOrigin> crossOrigin,
            Map<Integer, DocumentPath> errorPages) {
        this(access, redirects, rewrites, headers, crossOrigin, List.of(), List.of(), errorPages);
    }

    /** @throws IllegalArgumentException when an error page is for a status that is no error */
    public Rules {
        access = List.copyOf(access);
        redirects = List.copyOf(redirects);
        rewrites = List.copyOf(rewrites);
        headers = List.copyOf(headers);
        crossOrigin = List.copyOf(crossOrigin);
        programs = List.copyOf(programs);
        origins = List.copyOf(origins);
        errorPages = Map.copyOf(errorPages);
        for (int status : errorPages.keySet()) {
            if (status < 400 || status > 599) {
                throw new IllegalArgumentException(
                        "an error page for " + status + "; expected a status from 400 to 599");
            }
        }
    }

    /** None. */
    public static Rules none() {
        return new Rules(List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** Whether other servers answer every path. */
    boolean leaveNothing() {
        return origins.stream().anyMatch(path -> path.toString().equals("/**"));
    }

    boolean allowEditing() {
        return access.stream().anyMatch(AccessRule::editing);
    }
}
