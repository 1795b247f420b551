package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.policy.Cluster;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.policy.Server;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends, who of them is here, and whom the policy chooses. Belongs to the dispatcher's thread, but for {@link #status}.
 *
 * <p>A back-end keeps its index for good, since sessions name it. One that was silent and answers again is a new server to the
 * policy, which has at once the sessions that are still its.
 */
final class PacketBackends {
    /** More than fit a segment that is asked by broadcast every second. */
    static final int MOST = 1024;

    private static final Logger log = System.getLogger(PacketBackends.class.getName());

    private final Cluster cluster = new Cluster();
    private final DistributionPolicy policy;
    private final boolean stateless;
    private final Map<Server, PacketBackend> byServer = new IdentityHashMap<>();
    /** Replaced when one is added. */
    private volatile List<PacketBackend> all = List.of();

    PacketBackends(Policies policy, PolicySettings settings) {
        this.policy = policy.over(cluster, settings);
        this.stateless = PacketPolicy.remembersNothing(policy);
    }

    /** Adds one, which is not here yet; null if there are as many as there may be. */
    @Nullable
    PacketBackend add(String name, double weight, IpAddress nextHop, int address, int port) {
        if (all.size() == MOST) {
            return null;
        }
        PacketBackend added = new PacketBackend(all.size(), name, weight, nextHop, address, port);
        List<PacketBackend> more = new ArrayList<>(all);
        more.add(added);
        all = List.copyOf(more);
        return added;
    }

    List<PacketBackend> all() {
        return all;
    }

    PacketBackend at(int index) {
        return all.get(index);
    }

    /** One has answered. */
    void heard(PacketBackend backend, long mac, long nanos) {
        backend.heard(mac, nanos);
        if (backend.server() == null) {
            Server server = cluster.join(backend.name(), backend.weight());
            byServer.put(server, backend);
            backend.server(server);
            for (long session = backend.sessions(); session > 0; session--) {
                cluster.begin(server);
            }
            log.log(Level.INFO, "back-end {0} is here, at {1}", backend.name(), new MacAddress(mac));
        }
    }

    /** Those who have not answered since then get no new sessions. */
    void silence(long sinceNanos) {
        for (PacketBackend backend : all) {
            Server server = backend.server();
            if (server != null && backend.heardNanos() - sinceNanos < 0) {
                cluster.leave(server);
                byServer.remove(server);
                backend.server(null);
                log.log(
                        Level.WARNING,
                        "back-end {0} is silent; it gets no new sessions and keeps {1}",
                        backend.name(),
                        backend.sessions());
            }
        }
    }

    /** Whether packets of no known session may be given to whom the policy names. */
    boolean stateless() {
        return stateless;
    }

    /** Who is to have a session, which it has from now on; null if nobody is here. */
    @Nullable
    PacketBackend choose(long target, long nanos) {
        Server server = policy.choose(target, nanos);
        PacketBackend chosen = server == null ? null : byServer.get(server);
        if (chosen != null) {
            chosen.count(PacketBackend.BEGUN, 1);
            begin(chosen.index());
        }
        return chosen;
    }

    /** A session is one of this back-end's load. */
    void begin(int index) {
        PacketBackend backend = at(index);
        backend.count(PacketBackend.SESSIONS, 1);
        Server server = backend.server();
        if (server != null) {
            cluster.begin(server);
        }
    }

    /** And is no more. */
    void end(int index) {
        PacketBackend backend = at(index);
        backend.count(PacketBackend.SESSIONS, -1);
        Server server = backend.server();
        if (server != null) {
            cluster.end(server);
        }
    }

    /** Any thread. */
    List<PacketStatus.BackendStatus> status() {
        return all.stream().map(PacketBackend::status).toList();
    }
}
