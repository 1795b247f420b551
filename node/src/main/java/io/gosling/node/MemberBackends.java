package io.gosling.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.dispatcher.Backend;
import io.gosling.dispatcher.Backends;
import io.gosling.gos.Node;
import io.gosling.gos.NodeRole;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The cluster's nodes as a front-end's back-ends: those that answer clients.
 *
 * <p>The cluster tells by one thread at a time, front-ends subscribe by others. Told within the monitor, so that nobody
 * hears of an older set after a newer one; listeners return at once.
 */
final class MemberBackends implements Backends {
    @GuardedBy("this")
    private final List<Consumer<List<Backend>>> listeners = new ArrayList<>();

    @GuardedBy("this")
    private List<Backend> now = List.of();

    /** The cluster's members have changed. */
    synchronized void changed(List<Node> members) {
        now = backends(members);
        for (Consumer<List<Backend>> listener : listeners) {
            listener.accept(now);
        }
    }

    @Override
    public synchronized Watch watch(Consumer<List<Backend>> changed) {
        listeners.add(changed);
        changed.accept(now);
        return () -> forget(changed);
    }

    private synchronized void forget(Consumer<List<Backend>> listener) {
        listeners.remove(listener);
    }

    /** Nodes that answer clients; of two with one name, as after a restart, one that stays. Pure. */
    static List<Backend> backends(List<Node> members) {
        Map<String, Backend> backends = new LinkedHashMap<>();
        for (Node node : members) {
            if (node.http() != null && (node.role() == NodeRole.ALL || node.role() == NodeRole.WEB)) {
                Backend.State state = node.draining() ? Backend.State.DRAINING : Backend.State.READY;
                backends.merge(
                        node.name(),
                        new Backend(node.name(), node.http(), 1, state),
                        (before, after) -> after.state() == Backend.State.READY ? after : before);
            }
        }
        return List.copyOf(backends.values());
    }
}
