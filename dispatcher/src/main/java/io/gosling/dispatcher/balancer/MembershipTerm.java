package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.Server;
import java.util.List;

/**
 * A back-end while it takes requests: a {@link Server} in each of its groups, all of which count all of its requests. Not
 * thread-safe; guarded by {@link Dispatcher}.
 */
final class MembershipTerm {
    private final BackendPool[] groups;
    private final Server[] servers;

    /** Requests that have a place, none of those that last. */
    private int admitted;

    /** Joins the groups. */
    MembershipTerm(Backend backend, double weight, List<BackendPool> groups) {
        this.groups = groups.toArray(BackendPool[]::new);
        this.servers = new Server[this.groups.length];
        for (int at = 0; at < servers.length; at++) {
            servers[at] = this.groups[at].cluster.join(backend.name(), weight);
        }
    }

    /** Leaves them. */
    void end() {
        for (int at = 0; at < servers.length; at++) {
            groups[at].cluster.leave(servers[at]);
        }
    }

    double weight() {
        return servers[0].weight();
    }

    /** Another weight; what policies remember of it stays. */
    void reweigh(double weight) {
        for (int at = 0; at < servers.length; at++) {
            groups[at].cluster.reweigh(servers[at], weight);
        }
    }

    /** What it is in each group. */
    List<Server> servers() {
        return List.of(servers);
    }

    /** What it is in a group that it belongs to. */
    Server in(BackendPool group) {
        for (int at = 0; at < servers.length; at++) {
            if (groups[at].equals(group)) {
                return servers[at];
            }
        }
        throw new IllegalStateException(servers[0] + " does not belong to the group " + group.label);
    }

    boolean belongsTo(BackendPool group) {
        for (BackendPool own : groups) {
            if (own.equals(group)) {
                return true;
            }
        }
        return false;
    }

    /** It holds these targets, the coldest first. */
    void holds(long[] targets, long nanos) {
        for (int at = 0; at < servers.length; at++) {
            for (long target : targets) {
                groups[at].policy.holds(target, servers[at], nanos);
            }
        }
    }

    /** One more request. */
    void begin() {
        for (int at = 0; at < servers.length; at++) {
            groups[at].cluster.begin(servers[at]);
        }
    }

    /** One less, of those of this life. */
    void finish() {
        for (int at = 0; at < servers.length; at++) {
            groups[at].cluster.end(servers[at]);
        }
    }

    /**
     * One request more, or less, that has a place: one of all, and of its own group if it is here for that one.
     *
     * @param home that it is confined to
     */
    void admit(BackendPool home, int more) {
        admitted += more;
        groups[0].admitted += more; // everybody
        if (home.label != null && belongsTo(home)) {
            home.admitted += more;
        }
    }

    /** Requests on it that have a place. */
    int admitted() {
        return admitted;
    }

    /** How much of its place it takes. */
    void share(double share) {
        for (int at = 0; at < servers.length; at++) {
            groups[at].cluster.share(servers[at], share);
        }
    }
}
