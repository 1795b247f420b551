package io.gosling.gos.cluster;

import io.gosling.gos.AddressBook;
import io.gosling.gos.Node;
import java.util.List;

/** The members as last heard. Written by the member's own thread, read by all; one volatile list. */
final class MemberBook implements AddressBook {
    private volatile Node self;
    private volatile List<Node> others = List.of();

    MemberBook(Node self) {
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

    void self(Node now) {
        self = now;
    }

    void others(List<Node> now) {
        others = List.copyOf(now);
    }
}
