package io.gosling.dispatcher.backend;

import java.util.List;
import java.util.function.Consumer;

/** The source of a front-end's back-ends: a fixed list, or a cluster's membership. */
@FunctionalInterface
public interface Backends {
    /**
     * Starts reporting the whole set of back-ends: once now, and again after every change.
     *
     * @param changed may be called from any thread, one call at a time; returns at once
     * @return closing it ends the reports
     */
    Watch watch(Consumer<List<Backend>> changed);

    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    static Backends fixed(List<Backend> backends) {
        List<Backend> all = List.copyOf(backends);
        return changed -> {
            changed.accept(all);
            return () -> {};
        };
    }
}
