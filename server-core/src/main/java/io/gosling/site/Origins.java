package io.gosling.site;

import io.gosling.http.Handler;
import io.gosling.site.rules.PathPattern;

/** Other servers that answer some paths of sites: a port, for asking them is not this package's business. */
@FunctionalInterface
public interface Origins {
    /**
     * What answers.
     *
     * @param site its name
     * @param path one of its {@link SiteRules#origins}
     */
    Handler answering(Site site, PathPattern path);

    /** Where no site has any. */
    static Origins none() {
        return (site, path) -> {
            throw new IllegalArgumentException("site " + site.name() + ": nobody answers " + path);
        };
    }
}
