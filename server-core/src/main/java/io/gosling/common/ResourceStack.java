package io.gosling.common;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A stack of opened resources that closes them in reverse order; a failure to close one does not keep the others open.
 * Used by one thread.
 */
public final class ResourceStack implements AutoCloseable {
    private static final System.Logger log = System.getLogger(ResourceStack.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Adds a resource, which is closed before those added earlier. */
    public <C extends AutoCloseable> C add(C opened) {
        open.push(opened);
        return opened;
    }

    @Override
    public void close() {
        while (!open.isEmpty()) {
            AutoCloseable next = open.pop();
            try {
                next.close();
            } catch (Exception e) {
                log.log(Level.WARNING, "closing " + next.getClass().getSimpleName() + " failed", e);
            }
        }
    }
}
