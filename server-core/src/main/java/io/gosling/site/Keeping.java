package io.gosling.site;

import io.gosling.http.Filter;
import io.gosling.site.cgi.CgiRule;

/** A port for storing programs' responses for later requests; the storage itself is not part of this package. */
@FunctionalInterface
public interface Keeping {
    /**
     * Returns the filter around the programs of a rule.
     *
     * @param rule one of the site's whose responses are {@linkplain CgiRule#kept kept}
     */
    Filter around(Site site, CgiRule rule);

    /** Stores nothing: each request runs its program. */
    static Keeping none() {
        return (site, rule) -> (request, next) -> next.handle(request);
    }
}
