package io.gosling.dispatcher.policy;

import io.gosling.dispatcher.policy.RoutingKeyTable.Row;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LB/GC (Pai et al. 1998, section 2): the front-end models the back-ends' memories as one: a target that is held goes
 * to its holder; any other goes to a back-end with room, or else to the holder of the least recently requested target,
 * which is dropped. Loads are ignored.
 *
 * <pre>
 * if holder[target]: n := it
 * else if some server has room: n := the one with the most, for its weight
 * else: n := holder[oldest target of all];  forget that one
 * when an answer has told the size: forget the oldest of n until what it holds fits, among the 256 oldest of all;
 *   what is over then is looked at again with its next answer
 * </pre>
 *
 * <p>A model, not the truth: what a back-end really holds is its own affair.
 */
final class GlobalCachePolicy implements DistributionPolicy, MembershipListener {
    /** Assumed size of a target before its first answer. */
    private static final int GUESS = 8192;

    /** Entries examined for one request at most. */
    private static final int MOST_LOOKS = 256;

    private final LiveBackends cluster;
    private final long nodeBytes;
    private final RoutingKeyTable table;
    /** The share of its memory that each server has filled. */
    private final MinimumTree filled = new MinimumTree();

    /** @param nodeBytes capacity of a server of weight 1 holds */
    GlobalCachePolicy(LiveBackends cluster, PolicySettings settings, long nodeBytes) {
        this.cluster = cluster;
        this.nodeBytes = nodeBytes;
        this.table = new RoutingKeyTable(settings.get(PolicySettings.TARGETS));
        table.whenForgotten(this::forgotten);
        cluster.watch(this);
    }

    @Override
    public void joined(PolicyBackend server) {
        filled.set(server.index, share(server));
    }

    @Override
    public void reweighed(PolicyBackend server) {
        filled.set(server.index, share(server));
    }

    @Override
    public void left(PolicyBackend server) {
        for (int at = server.index; at < cluster.size(); at++) {
            filled.set(at, share(cluster.at(at)));
        }
        filled.clear(cluster.size());
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (cluster.size() == 0) {
            return null;
        }
        Row row = table.row(routingKey);
        row.dropDeparted();
        if (row.servers.length > 0) {
            return row.servers[0];
        }
        PolicyBackend chosen = place();
        row.servers = chosen.alone;
        row.bytes = GUESS;
        held(chosen, GUESS);
        return chosen;
    }

    private PolicyBackend place() {
        PolicyBackend emptiest = cluster.at(filled.indexOfLeast(0));
        if (emptiest.held + GUESS <= capacity(emptiest)) {
            return emptiest;
        }
        for (int look = 0; look < MOST_LOOKS; look++) {
            Row oldest = table.oldest();
            if (oldest == null || oldest.servers.length == 0) {
                return emptiest;
            }
            PolicyBackend holder = oldest.servers[0];
            table.forget(oldest);
            if (holder.live) {
                return holder;
            }
        }
        return emptiest;
    }

    @Override
    public boolean listens() {
        return true;
    }

    @Override
    public void answered(long routingKey, PolicyBackend server, long bytes) {
        Row row = table.find(routingKey);
        if (bytes < 0 || row == null || row.servers.length == 0 || !row.servers[0].equals(server)) {
            return;
        }
        held(server, bytes - row.bytes);
        row.bytes = bytes;
        if (server.held > capacity(server)) {
            table.forgetOldestOf(server, row, MOST_LOOKS, () -> server.held <= capacity(server));
        }
    }

    private void forgotten(Row row) {
        if (row.servers.length > 0) {
            held(row.servers[0], -row.bytes);
        }
    }

    private void held(PolicyBackend server, long more) {
        server.held += more;
        if (server.live) {
            filled.set(server.index, share(server));
        }
    }

    private double capacity(PolicyBackend server) {
        return nodeBytes * server.weight();
    }

    private double share(PolicyBackend server) {
        return server.held / capacity(server);
    }

    @Override
    public List<PolicyBackend> assigned(long routingKey) {
        return table.assigned(routingKey);
    }

    @Override
    public int routingKeys() {
        return table.size();
    }
}
