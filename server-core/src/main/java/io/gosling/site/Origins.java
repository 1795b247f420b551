package io.gosling.site;

import io.gosling.http.Handler;
import io.gosling.site.rules.PathPattern;

/** A port to other servers that answer some paths of sites; the requests to them are not part of this package. */
@FunctionalInterface
public interface Origins {
    /**
     * Returns the handler that answers.
     *
     * @param site its name
     * @param path one of its {@link SiteRules#origins}
     */
    Handler answering(Site site, PathPattern path);

    static Origins none() {
        return (site, path) -> {
            throw new IllegalArgumentException("site " + site.name() + ": nobody answers " + path);
        };
    }
}
