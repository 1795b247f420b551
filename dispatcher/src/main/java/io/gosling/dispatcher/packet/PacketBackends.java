package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.LiveBackends;
import io.gosling.dispatcher.policy.PolicyBackend;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
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
    /** Above the size of a segment with broadcasts every second. */
    static final int MOST = 1024;

    private static final Logger log = System.getLogger(PacketBackends.class.getName());

    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy;
    final boolean stateless;
    private final Map<PolicyBackend, PacketBackend> byServer = new IdentityHashMap<>();
    private final boolean discovered;
    private final long quietNanos;
    private long joinedNanos;
    private boolean full;
    /** Replaced when one is added. */
    private volatile List<PacketBackend> all = List.of();

    /**
     * @param quiet time without a newcomer after which all are known
     */
    PacketBackends(PolicyName policy, PolicySettings settings, boolean discovered, Duration quiet) {
        this.discovered = discovered;
        this.quietNanos = quiet.toNanos();
        this.policy = policy.over(cluster, settings);
        this.stateless = PacketPolicyNames.remembersNothing(policy);
    }

    /** Adds an absent back-end, in place of a silent one without sessions beyond the bound; null without room. */
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
                return backend.index;
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

    void heard(PacketBackend backend, long mac, long nanos) {
        backend.heard(mac, nanos);
        if (backend.server() == null) {
            PolicyBackend server = cluster.join(backend.name, backend.weight);
            byServer.put(server, backend);
            backend.server(server);
            joinedNanos = nanos;
            for (long session = backend.sessions(); session > 0; session--) {
                cluster.begin(server);
            }
            log.log(Level.INFO, "back-end {0} is here, at {1}", backend.name, new MacAddress(mac));
        }
    }

    /** Returns true if the present back-ends are known: all listed ones answered, or no newcomer for a while. */
    boolean settled(long nanos) {
        int here = byServer.size();
        return here > 0 && (!discovered && here == all.size() || nanos - joinedNanos >= quietNanos);
    }

    /** Extends the time to answer of all back-ends by a gap in which none was queried. */
    void excuse(long gapNanos, long nanos) {
        all.forEach(backend -> backend.excuse(gapNanos, nanos));
    }

    /** Takes silent back-ends out of the policy. */
    void silence(long sinceNanos) {
        for (PacketBackend backend : all) {
            PolicyBackend server = backend.server();
            if (server != null && backend.heardNanos() - sinceNanos < 0) {
                cluster.leave(server);
                byServer.remove(server);
                backend.server(null);
                log.log(
                        Level.WARNING,
                        "back-end {0} is silent; it gets no new sessions and keeps {1}",
                        backend.name,
                        backend.sessions());
            }
        }
    }

    /** Chooses the back-end of a session, which then counts for it; null if none is present. */
    @Nullable
    PacketBackend choose(long target, long nanos) {
        PolicyBackend server = policy.choose(target, nanos);
        PacketBackend chosen = server == null ? null : byServer.get(server);
        if (chosen != null) {
            open(chosen.index);
        }
        return chosen;
    }

    void open(int index) {
        at(index).count(PacketBackend.BEGUN, 1);
        begin(index);
    }

    void begin(int index) {
        PacketBackend backend = at(index);
        backend.count(PacketBackend.SESSIONS, 1);
        PolicyBackend server = backend.server();
        if (server != null) {
            cluster.begin(server);
        }
    }

    /** Removes a session from its load. */
    void end(int index) {
        PacketBackend backend = at(index);
        backend.count(PacketBackend.SESSIONS, -1);
        PolicyBackend server = backend.server();
        if (server != null) {
            cluster.end(server);
        }
    }

    List<PacketStatus.BackendStatus> status() {
        return all.stream().map(PacketBackend::status).toList();
    }
}
