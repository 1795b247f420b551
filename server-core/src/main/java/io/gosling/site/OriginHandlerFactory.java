package io.gosling.site;

import io.gosling.http.Handler;
import io.gosling.site.rules.PathPattern;

/** A port to other servers that answer some paths of sites; the requests to them are not part of this package. */
@FunctionalInterface
public interface OriginHandlerFactory {
    /** Returns the handler that answers. */
    Handler answering(Site site, PathPattern path);
}
