package io.gosling.node.process;

import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * Handles signals. HUP and USR1, either of which would end a JVM that has no handler for it, are held from the first
 * line of {@code main} on: one that arrives before its handler is set is acted on then.
 *
 * <p>Handlers run on the JVM's threads, each signal on one of its own.
 */
public final class SignalHandlerRegistry {
    private static final System.Logger log = System.getLogger(SignalHandlerRegistry.class.getName());
    private static final Map<String, Held> HELD = new ConcurrentHashMap<>();

    private SignalHandlerRegistry() {}

    public static void hold() {
        hold("HUP");
        hold("USR1");
    }

    private static void hold(String name) {
        Held held = new Held(name);
        if (held.take()) {
            HELD.put(name, held);
        }
    }

    public static void on(String name, Runnable action) {
        if (!HELD.containsKey(name)) {
            hold(name);
        }
        Held held = HELD.get(name);
        if (held != null) {
            held.means(action);
        }
    }

    /** Restores the default handling of all: they end this process, at once if one has arrived already. */
    public static void letGo() {
        HELD.values().forEach(Held::letGo);
        HELD.clear();
    }

    private static final class Held implements SignalHandler {
        private final String name;
        private @Nullable SignalHandler before;
        private @Nullable Runnable action;
        private boolean came;

        Held(String name) {
            this.name = name;
        }

        /** Returns false if the system has no such signal, or the JVM reserves it. */
        synchronized boolean take() {
            try {
                before = Signal.handle(new Signal(name), this);
                return true;
            } catch (IllegalArgumentException e) {
                log.log(Level.DEBUG, "this system has no signal {0}, or the JVM keeps it", name);
                return false;
            }
        }

        @Override
        public void handle(Signal signal) {
            Runnable now;
            synchronized (this) {
                now = action;
                came = now == null;
            }
            if (now != null) {
                now.run();
            }
        }

        void means(Runnable meaning) {
            boolean due;
            synchronized (this) {
                action = meaning;
                due = came;
                came = false;
            }
            if (due) {
                meaning.run();
            }
        }

        synchronized void letGo() {
            Signal.handle(new Signal(name), before);
            if (came) {
                Signal.raise(new Signal(name));
            }
        }
    }
}
