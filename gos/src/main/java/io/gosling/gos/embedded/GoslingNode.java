package io.gosling.gos.embedded;

import io.gosling.common.ResourceStack;
import io.gosling.document.DocumentSource;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.CountSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.origin.cache.HandlerCache;
import io.gosling.origin.upstream.HandlerCacheSettings;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node of a cluster as a part of a program, without files: its share of the memory of all nodes, for objects and for
 * the responses of handlers.
 *
 * {@snippet :
 * try (GoslingNode node = GoslingNode.builder("n1")
 *                 .address("10.0.0.1", 5701, 4676)
 *                 .secret(Files.readString(Path.of("gosling.secret")))
 *                 .join("10.0.0.2:5701")
 *                 .open();
 *         Gosling server = Gosling.builder().port(8080).serve(node.cache().around(routes))) {
 *     server.join();
 * }
 * }
 *
 * <p>Needs no JVM options. Safe for use by many threads; the builder is for one.
 */
public final class GoslingNode implements AutoCloseable {
    private static final List<Setting<?>> SETTINGS = SettingDeclarations.inOrder(List.of(
            ObjectSpaceSettings.ALL,
            CacheSettings.ALL,
            CountSettings.ALL,
            FreshnessSettings.ALL,
            ClusterTimeouts.OF_MEMBERS,
            ClusterTimeouts.OF_NODES,
            ClusterEncryption.ALL,
            QuorumSettings.ALL,
            RepositorySettings.ALL));

    private final ResourceStack owned;
    private final ObjectSpaceNode space;
    private final HandlerCache cache;

    private GoslingNode(ResourceStack owned, ObjectSpaceNode space, HandlerCache cache) {
        this.owned = owned;
        this.space = space;
        this.cache = cache;
    }

    /**
     * Returns a builder.
     *
     * @param name of the node, which no other node of the cluster has
     */
    public static Builder builder(String name) {
        return new Builder(name);
    }

    /** Settings of a node that has not started. */
    public static final class Builder {
        private final String name;
        private InetSocketAddress members = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        private InetSocketAddress peers = members;
        private List<String> others = List.of();
        private @Nullable ClusterSecret secret;
        private HandlerCacheSettings handlers = HandlerCacheSettings.of("app");
        private SettingValues values = SettingValues.none();

        private Builder(String name) {
            this.name = name;
        }

        /**
         * Sets the address at which other nodes reach this one; by default free ports of the loopback address.
         *
         * @param host an address of this machine, or a name of one
         * @param port for the membership; 0 takes a free one
         * @param peerPort for objects; 0 takes a free one, which the others are told
         */
        public Builder address(String host, int port, int peerPort) {
            members = new InetSocketAddress(host, port);
            peers = new InetSocketAddress(host, peerPort);
            return this;
        }

        /** Names some of the nodes to join, as {@code HOST:PORT} of their memberships. */
        public Builder join(String... addresses) {
            others = List.of(addresses);
            return this;
        }

        /**
         * Sets the secret of the cluster, the same on every node; required unless all are on the loopback address.
         *
         * @param text such as the contents of the file for {@code --secret-file}
         * @throws IllegalArgumentException when it is shorter than 16 bytes or longer than 4096
         */
        public Builder secret(String text) {
            secret = ClusterSecret.of(text);
            return this;
        }

        /** Sets how handlers' responses are stored by {@link #cache}; the same on every node. */
        public Builder handlers(HandlerCacheSettings settings) {
            handlers = settings;
            return this;
        }

        /**
         * Sets a setting of a node about its memory, its cluster or the repository by its name, as it is written on the
         * command line: {@code set("memory", "1GiB")}, {@code set("voters", "n1,n2,n3")}.
         *
         * @throws IllegalArgumentException naming the setting, the value and what was expected
         */
        public Builder set(String setting, String value) {
            values = values.with(SETTINGS, setting, value);
            return this;
        }

        Builder with(SettingValues more) {
            values = more.over(values);
            return this;
        }

        /**
         * Starts the node. Returns when its ports are bound: the cluster is joined in the background.
         *
         * @throws IOException when a port is in use; the message names it
         * @throws IllegalArgumentException saying which setting is wrong and what to change
         */
        public GoslingNode open() throws IOException {
            ClusterSettings cluster = ClusterSettings.of(name, NodeRole.ALL, members, secret)
                    .of(values)
                    .withPeer(peers)
                    .withVoting(QuorumSettings.from(values))
                    .joining(others);
            ResourceStack owned = new ResourceStack();
            try {
                ObjectSpaceNode space = owned.add(new ObjectSpaceNode(
                        new ObjectSpaceSettings(name, values),
                        DocumentSource.none(),
                        PreparedHeaderBuilder.plain(name),
                        OriginPurgeTargetResolver.of(handlers),
                        owned.add(Transport.open(TransportKind.AUTO, 1, "gosling-" + name)),
                        Ticker.system()));
                HandlerCache cache = cache(space, handlers);
                space.join(cluster);
                return new GoslingNode(owned, space, cache);
            } catch (IOException | RuntimeException e) {
                owned.close();
                throw e;
            }
        }
    }

    private static HandlerCache cache(ObjectSpaceNode space, HandlerCacheSettings settings) {
        HandlerCache cache = new HandlerCache(
                settings,
                space.replies(),
                space.sharedReplies(),
                new LocalChangeTimes(Ticker.system().nanos()),
                address -> false,
                space.self().name(),
                Ticker.system(),
                InstantSource.system());
        space.takeRepliesBy(cache.replies().transferSink());
        space.giveRepliesBy(cache.replies().responseSource());
        space.onLonePurge(cache.replies()::purgedAlone);
        return cache;
    }

    /** Returns the objects of the cluster: get, put and remove. */
    public ObjectRepository objects() {
        return space.objects();
    }

    /**
     * Returns the filter that stores handlers' responses in the memory of the cluster, as long as the responses allow:
     * {@code Gosling.serve(node.cache().around(handler))}. No two handlers around which it is put may answer the same
     * URL.
     */
    public HandlerCache cache() {
        return cache;
    }

    /** Returns the node's part of the cluster: members, purges, statistics. */
    public ObjectSpaceNode space() {
        return space;
    }

    /** Leaves the cluster, after its objects went to the others, within {@code cluster.leave}; ends all its threads. */
    @Override
    public void close() {
        owned.close();
    }
}
