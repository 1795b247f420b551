package io.gosling.dispatcher.packet;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** The resources that a dispatcher has taken on its host, released in reverse order, once. Used by one thread. */
final class HostClaims implements AutoCloseable {
    private static final Logger log = System.getLogger(HostClaims.class.getName());

    private final Deque<AutoCloseable> all = new ArrayDeque<>();

    <C extends AutoCloseable> C add(C one) {
        all.push(one);
        return one;
    }

    @Override
    public void close() {
        while (!all.isEmpty()) {
            AutoCloseable next = all.pop();
            try {
                next.close();
            } catch (Exception e) {
                log.log(Level.WARNING, "closing " + next.getClass().getSimpleName() + " failed", e);
            }
        }
    }
}
