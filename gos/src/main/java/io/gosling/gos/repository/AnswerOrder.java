package io.gosling.gos.repository;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Answers of homes overtake each other: which of them may be remembered. What a node has told of a key it must not forget as
 * long as an answer may come that is older, and no longer: this has an entry for each key about which a home is being asked.
 *
 * <p>Safe for use by many threads. What is to be done with an answer is done under the lock, so that nothing comes between
 * the judgement and the deed; it must be short and ask nobody.
 */
final class AnswerOrder {
    private static final class Told {
        int underWay;
        long newest;
        long goneAt;
    }

    @GuardedBy("this")
    private final Map<ObjectKey, Told> keys = new HashMap<>();

    @GuardedBy("this")
    private long turn;

    /** A question begins, which ends with one of the other calls. Returns its number, which they want. */
    synchronized long ask(ObjectKey key) {
        keys.computeIfAbsent(key, unknown -> new Told()).underWay++;
        return ++turn;
    }

    /** The home has told of a version: {@code then} hears whether nothing newer was told since the question began. */
    synchronized void told(ObjectKey key, long asked, long version, Consumer<Boolean> then) {
        Told told = end(key);
        boolean news = version >= told.newest && asked > told.goneAt;
        told.newest = Math.max(told.newest, version);
        then.accept(news);
    }

    /** The home has told that there is nothing: what was asked before may be from before that. */
    synchronized void gone(ObjectKey key, Runnable then) {
        end(key).goneAt = ++turn;
        then.run();
    }

    /** The home has told nothing. */
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

    /** Keys about which a home is being asked. */
    synchronized int underWay() {
        return keys.size();
    }
}
