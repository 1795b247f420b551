package io.gosling.gos.repository;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Orders the answers of homes, which can overtake each other, and decides which of them may be stored. A version that
 * a node has reported for a key must be remembered as long as an older answer may arrive, and no longer: this has an
 * entry for each key about which a home is being asked.
 *
 * <p>Safe for use by many threads. The action on an answer runs under the lock, so that nothing comes between the
 * decision and the action; it must be short and ask no other node.
 */
final class HomeAnswerSequencer {
    private static final class Told {
        int underWay;
        long newest;
        long goneAt;
    }

    @GuardedBy("this")
    private final Map<ObjectKey, Told> keys = new HashMap<>();

    @GuardedBy("this")
    private long turn;

    /** Registers a question to the home, ended by one of the other calls; returns its number. */
    synchronized long ask(ObjectKey key) {
        keys.computeIfAbsent(key, unknown -> new Told()).underWay++;
        return ++turn;
    }

    /** Handles a version from the home: {@code then} receives whether nothing newer was reported since the question. */
    synchronized void told(ObjectKey key, long asked, long version, Consumer<Boolean> then) {
        Told told = end(key);
        boolean news = version >= told.newest && asked > told.goneAt;
        told.newest = Math.max(told.newest, version);
        then.accept(news);
    }

    /** Handles absence at the home: answers to earlier requests may be older. */
    synchronized void gone(ObjectKey key, Runnable then) {
        end(key).goneAt = ++turn;
        then.run();
    }

    synchronized void silent(ObjectKey key) {
        end(key);
    }

    @GuardedBy("this")
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
