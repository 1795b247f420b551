package io.gosling.dispatcher.backend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The back-ends that a configuration names, with changes made since while the front-end runs. A change holds until it
 * is changed again or the process ends, whatever configuration is read meanwhile. Safe for use by many threads.
 */
public final class ConfiguredBackends implements BackendSource {
    private Map<String, Backend> configured;
    private final Map<String, Backend> changed = new LinkedHashMap<>();
    private Map<String, Backend> told = Map.of();
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
    public synchronized Watch watch(Consumer<List<Backend>> told) {
        listener = told;
        tell();
        return () -> listener = all -> {};
    }

    /** Takes what the configuration names from now on; returns the changes that differ from it, which stay. */
    public synchronized List<Backend> configure(List<Backend> other) {
        configured = byName(other);
        changed.values()
                .removeIf(one -> isRemoved(one) ? !configured.containsKey(one.name()) : configured.containsValue(one));
        tell();
        return List.copyOf(changed.values());
    }

    /** Adds, changes or removes the back-end of this name. */
    public synchronized void change(Backend backend) {
        changed.put(backend.name(), backend);
        tell();
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

    private void tell() {
        Map<String, Backend> now = byName(all());
        List<Backend> report = new ArrayList<>(now.values());
        for (Backend before : told.values()) {
            if (!now.containsKey(before.name())) {
                report.add(before.in(Backend.State.REMOVED));
            }
        }
        told = now;
        listener.accept(report);
    }
}
