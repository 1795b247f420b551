package io.gosling.dispatcher.backend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The back-ends that a configuration names, with changes made since while the front-end runs. A change holds until it
 * is changed again or the process ends, whatever configuration is read meanwhile. Safe for use by many threads.
 */
public final class ConfiguredBackends implements BackendSource {
    private Map<String, Backend> configured;
    private final Map<String, Backend> changed = new LinkedHashMap<>();
    private Map<String, Backend> reported = Map.of();
    private volatile Consumer<List<Backend>> listener = all -> {};

    public ConfiguredBackends(List<Backend> configured) {
        this.configured = byName(configured);
    }

    private static Map<String, Backend> byName(List<Backend> backends) {
        Map<String, Backend> named = new LinkedHashMap<>();
        backends.forEach(backend -> named.putIfAbsent(backend.name(), backend));
        return named;
    }

    @Override
    public synchronized Watch watch(Consumer<List<Backend>> other) {
        listener = other;
        report();
        return () -> listener = all -> {};
    }

    /**
     * Takes what the configuration names from now on; returns the changes that differ from it, which stay.
     *
     * @param instead gets this report in place of the watcher; called under the lock
     */
    public synchronized List<Backend> configure(List<Backend> other, Consumer<List<Backend>> instead) {
        configured = byName(other);
        changed.values()
                .removeIf(one -> isRemoved(one) ? !configured.containsKey(one.name()) : configured.containsValue(one));
        instead.accept(news());
        return List.copyOf(changed.values());
    }

    /** Adds, changes or removes the back-end of this name. */
    public synchronized void change(Backend backend) {
        changed.put(backend.name(), backend);
        report();
    }

    /**
     * Adds, changes or removes the back-end of a name, and returns it.
     *
     * @param change gets the present one, unless it is removed; called under the lock
     */
    public synchronized Backend change(String name, Function<Optional<Backend>, Backend> change) {
        Backend next = change.apply(
                all().stream().filter(one -> one.name().equals(name)).findFirst());
        change(next);
        return next;
    }

    /** Those that are not removed. */
    public synchronized List<Backend> all() {
        Map<String, Backend> all = new LinkedHashMap<>(configured);
        all.putAll(changed);
        return all.values().stream().filter(one -> !isRemoved(one)).toList();
    }

    private static boolean isRemoved(Backend backend) {
        return backend.state() == Backend.State.REMOVED;
    }

    private void report() {
        listener.accept(news());
    }

    private List<Backend> news() {
        Map<String, Backend> now = byName(all());
        List<Backend> all = new ArrayList<>(now.values());
        for (Backend before : reported.values()) {
            if (!now.containsKey(before.name())) {
                all.add(before.in(Backend.State.REMOVED));
            }
        }
        reported = now;
        return all;
    }
}
