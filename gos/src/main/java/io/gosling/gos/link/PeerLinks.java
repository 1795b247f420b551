package io.gosling.gos.link;

import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * The links of this node to others: one for each event loop and node, opened by the first question, closed by {@link
 * PeerLink} itself when it was not used, and by {@link #retain} when the node has left. At most {@value
 * LoopLinks#MOST} on a loop. Safe for use by many threads; each link is used on its loop only.
 */
final class PeerLinks implements AutoCloseable {
    private final Bootstrap bootstrap;
    private final Handshake handshake;
    private final KnownPurges purges;
    private final LinkTimes times;
    private final LinkWarnings warnings;
    private final Map<EventLoop, LoopLinks> loops = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param bootstrap with the kind of channel and the connect timeout; its loop and handler are set on clones */
    PeerLinks(Bootstrap bootstrap, Handshake handshake, KnownPurges purges, LinkTimes times, LinkWarnings warnings) {
        this.bootstrap = bootstrap;
        this.handshake = handshake;
        this.purges = purges;
        this.times = times;
        this.warnings = warnings;
    }

    /**
     * Returns the link of a loop to a node; a new one when there is none. Called on that loop. A node without a peer
     * channel has a link that is over.
     */
    PeerLink to(Node node, EventLoop loop) {
        return loops.computeIfAbsent(loop, key -> new LoopLinks()).get(node, links -> open(node, loop, links));
    }

    private PeerLink open(Node node, EventLoop loop, LoopLinks links) {
        Runnable over = () -> links.remove(node.tag());
        PeerLink link = new PeerLink(node, loop, handshake, purges, times, warnings, over);
        InetSocketAddress address = node.peer();
        if (closed) {
            link.close("this node is stopping");
        } else if (address == null) {
            link.close("it has no peer channel");
        } else {
            link.connect(bootstrap, address);
        }
        return link;
    }

    /** Ends the links to nodes that are not in the book, each when no question is under way: the book is a hint. */
    void retain(MessageRecipients book) {
        onEachLoop(links -> links.retain(tag -> book.byTag(tag) != null, link -> link.leave("it has left")));
    }

    /** Ends all links; questions under way end too. Does not wait for it. */
    @Override
    public void close() {
        closed = true;
        onEachLoop(links -> links.retain(tag -> false, link -> link.close("this node is stopping")));
    }

    private void onEachLoop(Consumer<LoopLinks> step) {
        loops.forEach((loop, links) -> {
            try {
                Transport.onLoop(loop, () -> step.accept(links));
            } catch (RejectedExecutionException e) {
                // The loop has ended, and its connections with it.
            }
        });
    }
}
