package io.gosling.gos.repository;

import java.util.HashMap;
import java.util.Map;

/**
 * Orders the answers of homes, which can overtake each other, and decides which of them may be stored. A version that
 * a node has reported for a key must be remembered as long as an older answer may arrive, and no longer: this has an
 * entry for each key about which a home is being asked.
 *
 * <p>Not thread-safe: the lock of {@link RemoteObjectCache} covers the decision and what follows from it.
 */
final class HomeAnswerSequencer {
    private static final class Told {
        int underWay;
        long newest;
        long goneAt;
    }

    private final Map<ObjectKey, Told> keys = new HashMap<>();

    private long turn;

    /** Registers a question to the home, ended by one of the other calls; returns its number. */
    long ask(ObjectKey key) {
        keys.computeIfAbsent(key, unknown -> new Told()).underWay++;
        return ++turn;
    }

    /** Handles a version from the home; returns true if nothing newer was reported since the question. */
    boolean told(ObjectKey key, long asked, long version) {
        Told told = end(key);
        boolean news = version >= told.newest && asked > told.goneAt;
        told.newest = Math.max(told.newest, version);
        return news;
    }

    /** Handles absence at the home: answers to earlier requests may be older. */
    void gone(ObjectKey key) {
        end(key).goneAt = ++turn;
    }

    void silent(ObjectKey key) {
        end(key);
    }

    private Told end(ObjectKey key) {
        Told told = keys.get(key);
        if (told == null) {
            throw new IllegalStateException("no question about " + key + " is under way");
        }
        if (--told.underWay == 0) {
            keys.remove(key);
        }
        return told;
    }
}
