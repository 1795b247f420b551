package io.gosling.origin.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers whether an origin's responses could be stored, by place: the host and the first part of the path. Where
 * they could, a whole response is fetched for everybody; elsewhere a client's own conditions reach the origin, whose
 * short answers cost less. Requests that identify their client are places of their own. In a place of both kinds,
 * single URLs are remembered.
 *
 * <p>Bounded: all is forgotten when there is too much of it. Safe for use by many threads.
 */
final class PathStorabilityTracker {
    private static final int MOST = 1 << 13;
    private static final int LONGEST = 512;

    private final Map<String, Boolean> stored = new ConcurrentHashMap<>();

    /** Returns true if the response to a request can probably be stored. */
    boolean expects(CacheRequest request) {
        return stored.getOrDefault(place(request), false) || stored.containsKey(own(request));
    }

    /** Returns true if the response to a request can probably not be stored. */
    boolean excludes(CacheRequest request) {
        return Boolean.FALSE.equals(stored.get(place(request))) && !stored.containsKey(own(request));
    }

    /** Records whether a response could be stored. */
    void note(CacheRequest request, boolean could) {
        if (place(request).length() > LONGEST) {
            return;
        }
        if (stored.size() >= MOST) {
            stored.clear();
        }
        if (!could) {
            stored.put(place(request), false);
            stored.remove(own(request));
        } else if (Boolean.FALSE.equals(stored.putIfAbsent(place(request), true))
                && request.url().length() <= LONGEST) {
            stored.put(own(request), true);
        }
    }

    private static String place(CacheRequest request) {
        return (request.isPersonal() ? "*" : "") + VariantIndex.near(request.url());
    }

    private static String own(CacheRequest request) {
        return (request.isPersonal() ? "*" : "") + request.url();
    }
}
