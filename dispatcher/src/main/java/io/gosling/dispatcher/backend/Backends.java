package io.gosling.dispatcher.backend;

import java.util.List;
import java.util.function.Consumer;

/** Where the front-end learns its back-ends from: a fixed list, or a cluster's membership. */
@FunctionalInterface
public interface Backends {
    /**
     * Starts telling the whole set: once now, and again after every change.
     *
     * @param changed may be called from any thread, one call at a time; returns at once
     * @return closing it ends the telling
     */
    Watch watch(Consumer<List<Backend>> changed);

    /** A subscription. */
    @FunctionalInterface
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /** A list that never changes. */
    static Backends fixed(List<Backend> backends) {
        List<Backend> all = List.copyOf(backends);
        return changed -> {
            changed.accept(all);
            return () -> {};
        };
    }
}
