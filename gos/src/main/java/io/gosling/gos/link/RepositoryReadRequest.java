package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.repository.HomeAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;

/**
 * A read of an object at its home. Gathers the bytes, and completes with a {@link PeerFrame.HomeAnswered} whose answer
 * has them.
 */
final class RepositoryReadRequest extends PendingPeerRequest {
    private static final byte[] NO_BYTES = {};

    /** On the loop: what has come. */
    private HomeAnswer answer = new HomeAnswer.Nothing();

    private byte[] bytes = NO_BYTES;
    private int came;

    /**
     * @param withinNanos for the beginning of the answer on an open link
     * @param openingNanos for that when the link has to be opened
     */
    RepositoryReadRequest(
            OutgoingLinks links,
            EventLoop loop,
            ClusterMember home,
            PeerFrame.Read question,
            long withinNanos,
            long openingNanos) {
        super(links, loop, home, question, withinNanos, openingNanos);
    }

    @Override
    public void frame(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.HomeAnswered answered -> {
                answer = answered.answer();
                bytes = answered.length() == 0 ? NO_BYTES : new byte[answered.length()];
                part(answered.body());
            }
            case PeerFrame.Data data -> part(data.body());
            default -> super.frame(frame);
        }
    }

    private void part(ByteBuf part) {
        int length = part.readableBytes();
        try {
            part.readBytes(bytes, came, length);
        } finally {
            part.release();
        }
        came += length;
        if (came == bytes.length) {
            HomeAnswer whole = answer instanceof HomeAnswer.Has has ? has.with(bytes) : answer;
            super.frame(new PeerFrame.HomeAnswered(whole, 0, Unpooled.EMPTY_BUFFER));
        } else {
            onLink((link, id) -> link.consumed(id, length));
        }
    }
}
