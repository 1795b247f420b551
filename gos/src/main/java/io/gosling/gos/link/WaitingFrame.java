package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.netty.channel.EventLoop;
import java.time.Duration;

/** A question whose answer is one frame: a copy of a document, whose body follows, or a word on one. */
final class WaitingFrame extends WaitingBody<PeerFrame> {
    /** @param onFailure run by any thread if the body is cut or late */
    WaitingFrame(
            PeerLinks links,
            EventLoop loop,
            Node node,
            PeerFrame question,
            Duration firstByte,
            Duration connect,
            Ticker ticker,
            Runnable onFailure) {
        super(links, loop, node, question, firstByte, connect, ticker, onFailure);
    }

    @Override
    public void frame(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Have have -> {
                expect(have.copy().length());
                give(have);
                part(have.body());
            }
            case PeerFrame.Data data -> part(data.body());
            default -> complete(new LinkReply.Got<>(frame));
        }
    }
}
