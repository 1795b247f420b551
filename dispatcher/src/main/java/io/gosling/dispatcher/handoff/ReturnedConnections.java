package io.gosling.dispatcher.handoff;

import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.netty.server.AdoptedConnection;
import io.gosling.netty.server.AdoptedConnections;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.AttributeKey;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The connections that the node of a link returns. The n-th offer belongs to the n-th descriptor, and a connection is
 * not used until the system has the confirmation that it was taken, as with offers to a node. When the link ends,
 * connections that were not taken belong to the node. Belongs to the link's loop.
 */
final class ReturnedConnections {
    /** The link by which a connection came back last. */
    private static final AttributeKey<HandoffLink> BROUGHT_BY =
            AttributeKey.valueOf(ReturnedConnections.class, "broughtBy");

    private final HandoffLink link;
    private final AdoptedConnections home;
    private final EventLoop loop;
    private final HandoffCounts counts;
    private final Deque<HandoffFrame.Offer> offers = new ArrayDeque<>();
    private final Deque<Integer> descriptors = new ArrayDeque<>();
    private boolean ended;

    ReturnedConnections(HandoffLink link, AdoptedConnections home, EventLoop loop, HandoffCounts counts) {
        this.link = link;
        this.home = home;
        this.loop = loop;
        this.counts = counts;
    }

    static boolean was(Channel connection, HandoffLink by) {
        return connection.hasAttr(BROUGHT_BY)
                && by.equals(connection.attr(BROUGHT_BY).get());
    }

    void offered(HandoffFrame.Offer offer) {
        if (ended) {
            offer.begun().release();
        } else {
            offers.add(offer);
            match();
        }
    }

    void descriptor(int descriptor) {
        if (ended) {
            AdoptedConnections.closeDescriptor(descriptor);
        } else {
            descriptors.add(descriptor);
            match();
        }
    }

    private void match() {
        if (Math.max(offers.size(), descriptors.size()) > LocalHandoffTransport.MOST_UNDER_WAY) {
            link.fail("the node brings more connections back than it may");
        }
        while (!offers.isEmpty() && !descriptors.isEmpty()) {
            take(offers.remove(), descriptors.remove());
        }
    }

    private void take(HandoffFrame.Offer offer, int descriptor) {
        int number = offer.number();
        if (!link.holds(number)) {
            offer.begun().release();
            AdoptedConnections.closeDescriptor(descriptor);
            link.fail("the node returns connection " + number + ", which it does not hold");
            return;
        }
        AdoptedConnection adopted = home.take(descriptor, loop, offer.client());
        if (adopted == null) {
            offer.begun().release();
            counts.left.increment();
            link.say(new HandoffFrame.Declined(number));
        } else if (!adopted.is(offer.connection())) {
            // A descriptor was dropped, so that later ones would be matched with the wrong offers.
            offer.begun().release();
            adopted.drop();
            link.fail("the descriptor of a connection that came back was lost on its way: this process may have as many"
                    + " files open as it may (ulimit -Hn, LimitNOFILE of systemd)");
        } else {
            link.say(new HandoffFrame.Taken(number)).addListener(told -> {
                if (told.isSuccess()) {
                    serve(number, adopted, offer.begun());
                } else {
                    offer.begun().release();
                    adopted.drop();
                }
            });
        }
    }

    private void serve(int number, AdoptedConnection adopted, ByteBuf begun) {
        counts.back.increment();
        link.cameBack(number);
        adopted.note(BROUGHT_BY, link);
        adopted.serve(begun, null);
    }

    void end() {
        ended = true;
        offers.forEach(offer -> offer.begun().release());
        offers.clear();
        descriptors.forEach(AdoptedConnections::closeDescriptor);
        descriptors.clear();
    }
}
