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
final class StorablePlaces {
    private static final int MOST = 1 << 13;
    private static final int LONGEST = 512;

    private final Map<String, Boolean> stored = new ConcurrentHashMap<>();

    /** Returns true if the response to a request can probably be stored. */
    boolean expects(CacheRequest ask) {
        return stored.getOrDefault(place(ask), false) || stored.containsKey(own(ask));
    }

    /** Returns true if the response to a request can probably not be stored. */
    boolean excludes(CacheRequest ask) {
        return Boolean.FALSE.equals(stored.get(place(ask))) && !stored.containsKey(own(ask));
    }

    /** Records whether a response could be stored. */
    void note(CacheRequest ask, boolean could) {
        if (place(ask).length() > LONGEST) {
            return;
        }
        if (stored.size() >= MOST) {
            stored.clear();
        }
        if (!could) {
            stored.put(place(ask), false);
            stored.remove(own(ask));
        } else if (Boolean.FALSE.equals(stored.putIfAbsent(place(ask), true))
                && ask.url().length() <= LONGEST) {
            stored.put(own(ask), true);
        }
    }

    private static String place(CacheRequest ask) {
        return (ask.isPersonal() ? "*" : "") + VariantIndex.near(ask.url());
    }

    private static String own(CacheRequest ask) {
        return (ask.isPersonal() ? "*" : "") + ask.url();
    }
}
