package io.gosling.gos.membership;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The members as last heard. Others are written by the member's own thread; read by all, without a lock. */
public final class MemberList implements KnownNodes {
    private volatile ClusterMember self;
    private volatile List<ClusterMember> others = List.of();

    public MemberList(ClusterMember self) {
        this.self = self;
    }

    @Override
    public ClusterMember self() {
        return self;
    }

    @Override
    public List<ClusterMember> others() {
        return others;
    }

    public synchronized void self(ClusterMember now) {
        self = now;
    }

    /** This node leaves, which is final. */
    public synchronized void leave() {
        self = self.leaving();
    }

    /**
     * Orders members by name. Of several with one name, as when a node was killed and has been started again before
     * the cluster has dropped it, the youngest comes first: {@link #byName} and back-ends mean that one. Pure.
     *
     * @param joined members in the order in which they joined
     */
    public static List<ClusterMember> ordered(List<ClusterMember> joined) {
        List<ClusterMember> ordered = new ArrayList<>(joined.reversed());
        ordered.sort(Comparator.comparing(ClusterMember::name));
        return ordered;
    }

    public void others(List<ClusterMember> now) {
        others = List.copyOf(now);
    }
}
