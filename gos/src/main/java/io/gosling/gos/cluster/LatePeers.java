package io.gosling.gos.cluster;

import io.gosling.document.DocumentPath;
import io.gosling.document.ValidationResult;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.Peers;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;

/** Peers that can be reached once the peer channel is open. Any thread; one volatile reference. */
final class LatePeers implements Peers {
    private volatile Peers peers = Peers.none();

    void use(Peers now) {
        peers = now;
    }

    @Override
    public PeerAnswer fetch(Node holder, DocumentPath path, AgedCount agac) {
        return peers.fetch(holder, path, agac);
    }

    @Override
    public boolean beginFetch(Node holder, DocumentPath path, AgedCount agac, Executor loop, SmallReceiver receiver) {
        return peers.beginFetch(holder, path, agac, loop, receiver);
    }

    @Override
    public boolean beginJoin(Node holder, JoinAsk ask, Executor loop, SmallReceiver receiver) {
        return peers.beginJoin(holder, ask, loop, receiver);
    }

    @Override
    public JoinAnswer join(Node node, JoinAsk ask, Duration timeout) {
        return peers.join(node, ask, timeout);
    }

    @Override
    public PeerAnswer fetchFromHome(Node home, DocumentPath path, AgedCount agac, long version) {
        return peers.fetchFromHome(home, path, agac, version);
    }

    @Override
    public ValidationResult check(Node home, DocumentPath path, String etag) throws IOException {
        return peers.check(home, path, etag);
    }

    @Override
    public void offer(Node store, DocumentPath path, AgedCount agac, long version) {
        peers.offer(store, path, agac, version);
    }

    @Override
    public void invalidate(Collection<Node> nodes, String key, long version) {
        peers.invalidate(nodes, key, version);
    }
}
