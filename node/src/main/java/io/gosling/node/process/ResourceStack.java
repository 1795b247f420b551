package io.gosling.node.process;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was opened, to be closed in the opposite order; one that fails does not keep the others open. Used by one thread. */
public final class ResourceStack implements AutoCloseable {
    private static final System.Logger log = System.getLogger(ResourceStack.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Opened last, closed first. */
    public <C extends AutoCloseable> C last(C opened) {
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
