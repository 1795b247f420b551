package io.gosling.gos.link;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The answering end of all links with this node. Safe for use by many loops. The connections belong to the listener
 * that has accepted them.
 */
final class IncomingLinks implements IncomingLink.Register {
    private final PeerLinkContext rules;
    private final LinkRequestHandler requests;
    private final PeerRequestLimiter load;
    private final int most;
    private final Set<IncomingLink> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger admitted = new AtomicInteger();

    /** The tags of the latest book. */
    private final AtomicReference<Set<Integer>> known = new AtomicReference<>(Set.of());

    /** @param most links at a time; further ones are refused */
    IncomingLinks(PeerLinkContext rules, LinkRequestHandler requests, PeerRequestLimiter load, int most) {
        this.rules = rules;
        this.requests = requests;
        this.load = load;
        this.most = most;
    }

    /** Speaks on a connection from its first byte. Called on its loop. */
    void speak(Channel channel) {
        new IncomingLink(channel, rules, load, requests, this).begin();
    }

    void refused(SocketAddress address, String why) {
        rules.warnings().warnOfStranger(address, why);
    }

    /** Ends the links of nodes that were in the book before and no longer are, as when this node drains. */
    void retain(KnownNodes book) {
        Set<Integer> now = book.others().stream().map(ClusterMember::tag).collect(Collectors.toUnmodifiableSet());
        Set<Integer> before = known.getAndSet(now);
        for (IncomingLink link : open) {
            OutgoingLinks.execute(link.loop(), () -> {
                if (before.contains(link.tag()) && !now.contains(link.tag())) {
                    link.depart();
                }
            });
        }
    }

    /** Links whose other side has been accepted. */
    int links() {
        return open.size();
    }

    @Override
    public @Nullable String admit(IncomingLink link) {
        if (admitted.incrementAndGet() > most) {
            admitted.decrementAndGet();
            return most + " links are open";
        }
        open.add(link);
        return null;
    }

    @Override
    public void left(IncomingLink link) {
        if (open.remove(link)) {
            admitted.decrementAndGet();
        }
    }
}
