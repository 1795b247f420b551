package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.quorum.KnownPurges;
import io.netty.channel.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
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
    private final Set<AnsweringLink> open = ConcurrentHashMap.newKeySet();

    /** The tags of the latest book. */
    private final AtomicReference<Set<Integer>> known = new AtomicReference<>(Set.of());

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

    /** Ends the links of nodes that were in the book before and no longer are, as when this node drains. */
    void retain(MessageRecipients book) {
        Set<Integer> now = book.others().stream().map(Node::tag).collect(Collectors.toUnmodifiableSet());
        Set<Integer> before = known.getAndSet(now);
        for (AnsweringLink link : open) {
            try {
                link.loop().execute(() -> {
                    if (before.contains(link.tag()) && !now.contains(link.tag())) {
                        link.depart();
                    }
                });
            } catch (RejectedExecutionException e) {
                // The loop has ended, and its connections with it.
            }
        }
    }

    /** Links whose other side has been accepted. */
    int links() {
        return links.get();
    }

    @Override
    public @Nullable String admit(AnsweringLink link) {
        if (links.incrementAndGet() <= most) {
            open.add(link);
            return null;
        }
        links.decrementAndGet();
        return most + " links are open";
    }

    @Override
    public void left(AnsweringLink link) {
        open.remove(link);
        links.decrementAndGet();
    }

    @Override
    public void answer(AnsweringLink link, int id, PeerFrame question) {
        requests.answer(link, id, question);
    }
}
