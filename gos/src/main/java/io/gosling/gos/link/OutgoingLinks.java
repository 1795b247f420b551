package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.StreamSupport;

/**
 * The links of this node to others: one for each event loop and node, opened by the first question, closed by {@link
 * OutgoingLink} itself when it was not used, and by {@link #retain} when the node has left. One that is worn is
 * replaced, and ends once no question is under way. At most {@value #MOST} on a loop. Safe for use by many threads;
 * each link is used on its loop only.
 */
final class OutgoingLinks implements AutoCloseable {
    /** Links on a loop; the least recently used one is closed beyond that. */
    private static final int MOST = 1024;

    private static final float LOAD = 0.75f;

    private final Bootstrap bootstrap;
    private final PeerLinkContext rules;
    private final SilentPeers silent = new SilentPeers();

    /** By loop, and there by the tag of the other node, in the order of their last use. */
    private final Map<EventLoop, LinkedHashMap<Integer, OutgoingLink>> loops = new ConcurrentHashMap<>();

    /** Links that another one has replaced and that end with their last question, with their loops. */
    private final Map<OutgoingLink, EventLoop> worn = new ConcurrentHashMap<>();

    private volatile boolean closed;

    /** @param bootstrap with the kind of channel and the connect timeout; its loop and handler are set on clones */
    OutgoingLinks(Bootstrap bootstrap, PeerLinkContext rules) {
        this.bootstrap = bootstrap;
        this.rules = rules;
    }

    /**
     * Returns the link of a loop to a node; a new one when there is none. Called on that loop. A node without a peer
     * channel has a link that is over.
     */
    OutgoingLink to(ClusterMember node, EventLoop loop) {
        var links = loops.computeIfAbsent(loop, key -> new LinkedHashMap<>(16, LOAD, true));
        OutgoingLink link = links.get(node.tag());
        if (link != null && isKept(link)) {
            if (!link.isWorn()) {
                return link;
            }
            worn.put(link, loop);
            link.leave("its keys were used for long enough");
        }
        OutgoingLink made = open(node, loop, links);
        if (isKept(made)) {
            links.put(node.tag(), made);
            if (links.size() > MOST) {
                links.pollFirstEntry().getValue().close("there are more than " + MOST + " links");
            }
        }
        return made;
    }

    /** The loops of a group; questions that belong together are asked on one of them. */
    static List<EventLoop> loops(EventLoopGroup group) {
        return StreamSupport.stream(group.spliterator(), false)
                .map(EventLoop.class::cast)
                .toList();
    }

    /** Does something with the link of a loop to a node, on that loop, unless the loop has ended. Any thread. */
    void with(ClusterMember node, EventLoop loop, Consumer<OutgoingLink> step) {
        execute(loop, () -> step.accept(to(node, loop)));
    }

    /** Sends a frame that has no answer, and may be lost. Any thread. */
    void tell(ClusterMember node, EventLoop loop, PeerFrame frame) {
        with(node, loop, link -> {
            try {
                link.tell(frame);
            } catch (IllegalArgumentException e) {
                // A key beyond the bounds of a frame: no other node learns of it.
            }
        });
    }

    /** Runs a step on a loop; returns false if the loop has ended, and its connections with it. */
    static boolean execute(Executor loop, Runnable step) {
        try {
            loop.execute(step);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    private static boolean isKept(OutgoingLink link) {
        return !link.isOver() || link.isRecentFailure();
    }

    private OutgoingLink open(ClusterMember node, EventLoop loop, Map<Integer, OutgoingLink> links) {
        Runnable over = () -> {
            worn.entrySet()
                    .removeIf(one -> one.getValue().equals(loop) && one.getKey().isOver());
            OutgoingLink link = links.get(node.tag());
            if (link != null && !isKept(link)) {
                links.remove(node.tag());
            }
        };
        OutgoingLink link = new OutgoingLink(node, loop, rules, silent, over);
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
    void retain(KnownNodes book) {
        silent.retain(book);
        endUnless(tag -> book.byTag(tag) != null, link -> link.leave("it has left"));
    }

    /** Ends all links; questions under way end too. Does not wait for it. */
    @Override
    public void close() {
        closed = true;
        Consumer<OutgoingLink> end = link -> link.close("this node is stopping");
        endUnless(tag -> false, end);
        worn.forEach((link, loop) -> execute(loop, () -> end.accept(link)));
    }

    private void endUnless(IntPredicate kept, Consumer<OutgoingLink> end) {
        loops.forEach((loop, links) -> {
            try {
                Transport.onLoop(loop, () -> {
                    links.values().removeIf(OutgoingLink::isOver);
                    // A link that ends removes itself.
                    Map.copyOf(links).forEach((tag, link) -> {
                        if (!kept.test(tag)) {
                            end.accept(link);
                        }
                    });
                });
            } catch (RejectedExecutionException e) {
                // The loop has ended, and its connections with it.
            }
        });
    }
}
