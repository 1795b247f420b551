package io.gosling.node.run;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.NodeRole;
import io.gosling.netty.tls.ClusterTls;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's nodes as a front-end's back-ends: those that answer clients.
 *
 * <p>The cluster's threads report changes and other threads subscribe, without a lock here: a listener takes its own,
 * and no code holds two. Each listener is called by one thread at a time and with the newest set last; sets between may
 * be skipped.
 */
public final class MemberBackends implements BackendSource {
    private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
    private final Supplier<List<ClusterMember>> members;
    private final @Nullable Supplier<ClusterTls> encryption;

    /**
     * @param members supplies the present members after each {@link #changed()}
     * @param encryption of the requests to them; null for plain text
     */
    MemberBackends(Supplier<List<ClusterMember>> members, @Nullable Supplier<ClusterTls> encryption) {
        this.members = members;
        this.encryption = encryption;
    }

    @Override
    public @Nullable Supplier<ClusterTls> encryption() {
        return encryption;
    }

    void changed() {
        subscriptions.forEach(Subscription::tell);
    }

    @Override
    public Watch watch(Consumer<List<Backend>> changed) {
        Subscription subscription = new Subscription(changed);
        subscription.tell();
        subscriptions.add(subscription);
        subscription.tell();
        return () -> {
            subscription.closed = true;
            subscriptions.remove(subscription);
        };
    }

    /** One listener. A concurrent thread makes the present caller repeat its call. */
    private final class Subscription {
        private final Consumer<List<Backend>> listener;
        private final AtomicInteger wanted = new AtomicInteger();
        private volatile boolean closed;
        /** Owned by the thread that is calling the listener. */
        private @Nullable List<Backend> told;

        Subscription(Consumer<List<Backend>> listener) {
            this.listener = listener;
        }

        void tell() {
            if (wanted.getAndIncrement() > 0) {
                return;
            }
            int met = 1;
            do {
                List<Backend> newest = backends(encryption != null, members.get());
                if (!newest.equals(told) && !closed) {
                    told = newest;
                    listener.accept(newest);
                }
                met = wanted.addAndGet(-met);
            } while (met > 0);
        }
    }

    /**
     * The nodes that answer clients; of two with the same name, as after a restart, the first that does not leave.
     * Pure.
     *
     * @param encrypted true for those that serve encrypted requests, at the address for these
     * @param members those of one name with the youngest first, as in the member list
     */
    public static List<Backend> backends(boolean encrypted, List<ClusterMember> members) {
        Map<String, ClusterMember> named = new LinkedHashMap<>();
        for (ClusterMember node : members) {
            if (serving(node, encrypted) != null) {
                named.merge(
                        node.name(),
                        node,
                        (younger, older) -> younger.draining() && !older.draining() ? older : younger);
            }
        }
        List<Backend> backends = new ArrayList<>();
        for (ClusterMember node : named.values()) {
            InetSocketAddress serving = serving(node, encrypted);
            InetSocketAddress http = node.http();
            if (serving != null) {
                Backend.State state = node.draining() ? Backend.State.DRAINING : Backend.State.READY;
                backends.add(new Backend(
                        node.name(),
                        http == null ? serving : http,
                        serving,
                        node.profile().weight(),
                        state,
                        node.profile().labels(),
                        publicUrl(node)));
            }
        }
        return List.copyOf(backends);
    }

    /**
     * The back-ends of a node that dispatches: the others and itself, and not those that had its name before. A leaving
     * node serves to the end if there is no other one. Pure.
     */
    public static List<ClusterMember> withSelf(ClusterMember self, List<ClusterMember> others) {
        boolean encrypted = self.profile().serving() != null;
        boolean another = others.stream().anyMatch(node -> serving(node, encrypted) != null && !node.draining());
        List<ClusterMember> all = new ArrayList<>(others);
        all.removeIf(node -> !self.draining() && node.name().equals(self.name()));
        all.add(self.draining() && !another ? self.in(ClusterMember.Phase.READY) : self);
        return all;
    }

    /** The number of front-ends that are not leaving, nodes that dispatch included. Pure. */
    public static int frontEnds(List<ClusterMember> members) {
        return (int) members.stream()
                .filter(node ->
                        node.role() == NodeRole.FRONT_END || node.profile().dispatches())
                .filter(node -> !node.draining())
                .count();
    }

    /** The public URL of a node, which is untrusted input; null if it is no URL. */
    private static @Nullable BackendPublicUrl publicUrl(ClusterMember node) {
        String said = node.profile().publicUrl();
        try {
            return said == null ? null : BackendPublicUrl.parse(said);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static @Nullable InetSocketAddress serving(ClusterMember node, boolean encrypted) {
        boolean answers = node.role() == NodeRole.ALL || node.role() == NodeRole.WEB;
        return !answers ? null : encrypted ? node.profile().serving() : node.http();
    }
}
