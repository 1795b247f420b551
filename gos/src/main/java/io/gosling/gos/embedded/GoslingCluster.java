package io.gosling.gos.embedded;

import io.gosling.common.BoundsCheck;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.origin.cache.HandlerCache;
import io.gosling.origin.upstream.HandlerCacheSettings;
import io.gosling.purge.Quorum;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * A cluster whose nodes run in this program, on free ports of the loopback address, with a secret of their own: real
 * members, real sockets, no files and no port for clients. Up in a few seconds; {@link #close} ends everything. For use
 * by one thread; the nodes may be used by many.
 *
 * <p>Hazelcast logs a lot about members that join and leave, and is silenced, unless the program has given its loggers
 * ({@code com.hazelcast}, of {@code java.util.logging}) a level.
 */
public final class GoslingCluster implements AutoCloseable {
    /** Kept, since the JDK forgets the levels of loggers that are not referenced. */
    private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");

    private static final int MOST = 16;
    /** Each node's server has a port of its own, so that hosts are ignored. */
    private static final HandlerCacheSettings HANDLERS =
            HandlerCacheSettings.of("app").forAnyHost();

    /** A quorum of the first node, and a short lease. */
    private static final SettingValues PURGES = SettingValues.none()
            .withValue(QuorumSettings.VOTERS, new Quorum(List.of("n1")))
            .withValue(QuorumSettings.LEASE, Duration.ofSeconds(2))
            .withValue(QuorumSettings.CHANGE_WAIT, Duration.ofSeconds(3));

    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    /** Hazelcast reports members, but not that it has started: this is polled. */
    private static final Duration LOOK = Duration.ofMillis(10);

    private final String secret = ClusterSecret.generate(new SecureRandom());
    private final List<GoslingNode> nodes = new ArrayList<>();
    private final SettingValues settings;
    private int started;

    private GoslingCluster(SettingValues settings) {
        this.settings = settings;
        if (HAZELCAST.getLevel() == null) {
            HAZELCAST.setLevel(Level.OFF);
        }
    }

    /** Starts a cluster of 1 to 16 nodes with the defaults. Returns when each of them knows the others. */
    public static GoslingCluster of(int nodes) {
        return of(nodes, SettingValues.none());
    }

    /**
     * Starts a cluster of 1 to 16 nodes. Returns when each of them knows the others.
     *
     * @throws IllegalStateException when they do not find each other within a minute
     */
    public static GoslingCluster of(int nodes, RepositorySettings settings) {
        return of(nodes, settings.values());
    }

    /**
     * The same with the defaults, and with purges that are certain: the first node is the quorum, and grants the
     * leases as long as it lives. Returns when each node may serve from memory.
     *
     * @throws IllegalStateException when they do not find each other within a minute
     */
    public static GoslingCluster withPurges(int nodes) {
        return of(nodes, PURGES);
    }

    private static GoslingCluster of(int nodes, SettingValues settings) {
        BoundsCheck.require("nodes of a cluster", nodes, 1, MOST);
        GoslingCluster cluster = new GoslingCluster(settings);
        try {
            for (int i = 0; i < nodes; i++) {
                cluster.join();
            }
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** One more node; returns when all know each other. */
    public ObjectSpaceNode join() {
        try {
            nodes.add(GoslingNode.builder("n" + ++started)
                    .secret(secret)
                    .join(addresses())
                    .handlers(HANDLERS)
                    .set("memory", "16MiB")
                    .with(settings)
                    .open());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitEachOther();
        return nodes.getLast().space();
    }

    private String[] addresses() {
        return nodes().stream()
                .flatMap(node -> Stream.ofNullable(node.clusterAddress()))
                .map(SocketAddressFormat::text)
                .toArray(String[]::new);
    }

    private void awaitEachOther() {
        long deadline = Ticker.system().nanos() + TIMEOUT.toNanos();
        while (!nodes().stream().allMatch(this::knowsTheOthers) || !agreeOnOwners()) {
            if (Ticker.system().nanos() - deadline > 0 || Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("the nodes have not found each other within " + TIMEOUT.toSeconds()
                        + " s; expected that this machine's loopback address can be used");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private boolean knowsTheOthers(ObjectSpaceNode node) {
        return node.isJoined()
                && node.mayServe()
                && node.self().phase() == ClusterMember.Phase.READY
                && node.members().size() == nodes.size() - 1
                && node.members().stream().allMatch(other -> other.phase() == ClusterMember.Phase.READY);
    }

    /** While they do not, two nodes may ask an origin for one object. */
    private boolean agreeOnOwners() {
        return nodes().stream()
                        .mapToInt(ObjectSpaceNode::ownersFingerprint)
                        .distinct()
                        .count()
                == 1;
    }

    /** The nodes, in the order in which they joined. */
    public List<ObjectSpaceNode> nodes() {
        return nodes.stream().map(GoslingNode::space).toList();
    }

    public ObjectSpaceNode node(int index) {
        return nodes.get(index).space();
    }

    /**
     * A filter that stores handlers' responses in the memory of one of the nodes, as long as the responses allow, for
     * all nodes: {@code Gosling.serve(cluster.cache(0).around(handler))}. All hosts that clients request share the
     * same responses, and handlers see the name {@code app} instead.
     *
     * @param index of the node, from 0
     */
    public HandlerCache cache(int index) {
        return nodes.get(index).cache();
    }

    /**
     * Makes a node leave in order: the objects of which it is the home go to the others. The indexes of the rest move
     * up.
     */
    public void leave(int index) {
        nodes.remove(index).close();
    }

    /** Ends all nodes; their stored objects are lost. */
    @Override
    public void close() {
        nodes.reversed().forEach(GoslingNode::close);
        nodes.clear();
    }
}
