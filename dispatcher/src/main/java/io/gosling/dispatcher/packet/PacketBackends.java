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
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The back-ends of a packet dispatcher, with their presence and the policy that chooses among them. Belongs to the
 * dispatcher's thread, but for {@link #status}.
 *
 * <p>A back-end keeps its index for good, since sessions name it. One that was silent and answers again is a new server
 * to the policy, which has at once the sessions that are still its.
 */
final class PacketBackends {
    /** More than fit a segment that is asked by broadcast every second. */
    static final int MOST = 1024;

    private static final Logger log = System.getLogger(PacketBackends.class.getName());

    private final Cluster cluster = new Cluster();
    private final DistributionPolicy policy;
    private final boolean stateless;
    private final Map<Server, PacketBackend> byServer = new IdentityHashMap<>();
    private final boolean discovered;
    private final long quietNanos;
    private long joinedNanos;
    private boolean full;
    /** Replaced when one is added. */
    private volatile List<PacketBackend> all = List.of();

    /**
     * @param discovered whether it is not known beforehand who there is
     * @param quiet after how long without a newcomer it is taken that there is none
     */
    PacketBackends(Policies policy, PolicySettings settings, boolean discovered, Duration quiet) {
        this.discovered = discovered;
        this.quietNanos = quiet.toNanos();
        this.policy = policy.over(cluster, settings);
        this.stateless = PacketPolicy.remembersNothing(policy);
    }

    /**
     * Adds one, which is not here yet. Where there are as many as there may be, it has the index of one that is silent
     * and has no session; null if there is none such.
     */
    @Nullable
    PacketBackend add(String name, double weight, IpAddress nextHop, IpAddress address, int port) {
        List<PacketBackend> more = new ArrayList<>(all);
        int index = more.size() < MOST ? more.size() : unused();
        if (index < 0) {
            if (!full) {
                full = true;
                log.log(Level.WARNING, "no more than {0} back-ends; {1} gets no sessions", MOST, name);
            }
            return null;
        }
        PacketBackend added = new PacketBackend(index, name, weight, nextHop, address, port);
        if (index < more.size()) {
            more.set(index, added);
        } else {
            more.add(added);
        }
        all = List.copyOf(more);
        return added;
    }

    private int unused() {
        for (PacketBackend backend : all) {
            if (backend.server() == null && backend.sessions() == 0) {
                return backend.index();
            }
        }
        return -1;
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
            joinedNanos = nanos;
            for (long session = backend.sessions(); session > 0; session--) {
                cluster.begin(server);
            }
            log.log(Level.INFO, "back-end {0} is here, at {1}", backend.name(), new MacAddress(mac));
        }
    }

    /**
     * Whether the present back-ends are known: all listed ones have answered, or no new one has come for a while.
     * Before that, a stateless policy chooses differently than it will later.
     */
    boolean settled(long nanos) {
        int here = byServer.size();
        return here > 0 && (!discovered && here == all.size() || nanos - joinedNanos >= quietNanos);
    }

    /** Extends the time to answer of all back-ends by a gap in which none was queried. */
    void excuse(long gapNanos, long nanos) {
        for (PacketBackend backend : all) {
            backend.excuse(gapNanos, nanos);
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

    /** Whether the policy says of every packet where its session is. */
    boolean stateless() {
        return stateless;
    }

    /** Chooses the back-end of a session, which then counts for it; null if none is present. */
    @Nullable
    PacketBackend choose(long target, long nanos) {
        Server server = policy.choose(target, nanos);
        PacketBackend chosen = server == null ? null : byServer.get(server);
        if (chosen != null) {
            open(chosen.index());
        }
        return chosen;
    }

    /** A new session is this back-end's. */
    void open(int index) {
        at(index).count(PacketBackend.BEGUN, 1);
        begin(index);
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
