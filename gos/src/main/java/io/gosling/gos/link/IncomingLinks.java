package io.gosling.gos.link;

import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
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
    private final AtomicInteger admitted = new AtomicInteger();

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

    /** Links whose other side has been accepted. */
    int links() {
        return admitted.get();
    }

    @Override
    public @Nullable String admit(IncomingLink link) {
        if (admitted.incrementAndGet() > most) {
            admitted.decrementAndGet();
            return most + " links are open";
        }
        return null;
    }

    @Override
    public void left(IncomingLink link) {
        admitted.decrementAndGet();
    }
}
