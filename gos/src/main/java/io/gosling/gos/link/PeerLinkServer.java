package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.quorum.KnownPurges;
import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The answering end of all links with this node. Safe for use by many loops. The connections belong to the listener
 * that has accepted them.
 */
final class PeerLinkServer implements AnsweringLink.Door {
    private final Handshake handshake;
    private final LinkRequests requests;
    private final KnownPurges purges;
    private final LinkTimes times;
    private final LinkLoad load;
    private final LinkWarnings warnings;
    private final int most;
    private final AtomicInteger links = new AtomicInteger();

    /** @param most links at a time; further ones are refused */
    PeerLinkServer(
            Handshake handshake,
            LinkRequests requests,
            KnownPurges purges,
            LinkTimes times,
            LinkLoad load,
            LinkWarnings warnings,
            int most) {
        this.handshake = handshake;
        this.requests = requests;
        this.purges = purges;
        this.times = times;
        this.load = load;
        this.warnings = warnings;
        this.most = most;
    }

    /** Speaks on a connection from its first byte. Called on its loop. */
    void speak(Channel channel) {
        new AnsweringLink(channel, handshake, purges, times, warnings, load, this).begin();
    }

    /** Links whose other side has been accepted. */
    int links() {
        return links.get();
    }

    @Override
    public @Nullable String admit() {
        if (links.incrementAndGet() <= most) {
            return null;
        }
        links.decrementAndGet();
        return most + " links are open";
    }

    @Override
    public void left() {
        links.decrementAndGet();
    }

    @Override
    public void answer(AnsweringLink link, int id, PeerFrame question) {
        requests.answer(link, id, question);
    }
}
