package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;

/** A question to an entry owner. */
final class OwnerQuestion extends PeerQuestion<PeerFrame> {
    /**
     * @param withinNanos for the answer on an open link
     * @param longestNanos for the answer when the link has to be opened
     */
    OwnerQuestion(
            PeerLinks links, EventLoop loop, Node owner, PeerFrame question, long withinNanos, long longestNanos) {
        super(links, loop, owner, question, withinNanos, longestNanos);
    }

    @Override
    OwnerQuestion send() {
        super.send();
        return this;
    }

    @Override
    public void frame(PeerFrame frame) {
        complete(new LinkReply.Got<>(frame));
    }

    /** Waits for the answer, up to the deadline of the question. */
    LinkReply<PeerFrame> await() {
        LinkReply<PeerFrame> reply = await(withinNanos);
        if (reply == null && isOpening()) {
            reply = await(openingNanos - withinNanos);
        }
        if (reply != null) {
            return reply;
        }
        return new LinkReply.Refused<>(
                isSent()
                        ? new PeerRefusal.Silent("no answer in time")
                        : new PeerRefusal.Unasked("this node's event loop is late"));
    }
}
