package io.gosling.gos.membership;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The members as last heard. Others are written by the member's own thread; read by all, without a lock. */
public final class MemberList implements KnownNodes {
    private volatile Node self;
    private volatile List<Node> others = List.of();

    public MemberList(Node self) {
        this.self = self;
    }

    @Override
    public Node self() {
        return self;
    }

    @Override
    public List<Node> others() {
        return others;
    }

    public synchronized void self(Node now) {
        self = now;
    }

    /** Sets this node's phase. Leaving is final. */
    public synchronized void become(Node.Phase phase) {
        self = self.draining() ? self : self.in(phase);
    }

    /**
     * Orders members by name. Of several with one name, as when a node was killed and has been started again before
     * the cluster has dropped it, the youngest comes first: {@link #byName} and back-ends mean that one. Pure.
     *
     * @param joined members in the order in which they joined
     */
    public static List<Node> ordered(List<Node> joined) {
        List<Node> ordered = new ArrayList<>(joined.reversed());
        ordered.sort(Comparator.comparing(Node::name));
        return ordered;
    }

    public void others(List<Node> now) {
        others = List.copyOf(now);
    }
}
