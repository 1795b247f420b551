package io.gosling.site;

import io.gosling.http.Filter;
import io.gosling.site.cgi.CgiRule;

/** Where answers of programs are kept for the next who ask: a port, for keeping them is not this package's business. */
@FunctionalInterface
public interface Keeping {
    /**
     * What goes around the programs of a rule.
     *
     * @param rule one of the site's whose answers are {@linkplain CgiRule#kept kept}
     */
    Filter around(Site site, CgiRule rule);

    /** Nowhere: each request runs its program. */
    static Keeping none() {
        return (site, rule) -> (request, next) -> next.handle(request);
    }
}
