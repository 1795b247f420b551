package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.space.PeerRefusal;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;

/**
 * A question whose answer may have a body. The loop receives; the thread has the answer, and the body afterwards.
 *
 * @param <T> the answer as the thread gets it
 */
abstract class WaitingBody<T> extends PeerQuestion<T> implements LinkBody.Flow {
    /** Beyond the loop's own deadline, for a thread whose loop stands still. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Runnable onFailure;
    private final LinkBody body;

    /** Bytes of the body that have not come; negative where the length is not known. */
    private long left;

    /**
     * @param firstByte timeout for the answer on an open link
     * @param connect by which the answer may be later when the link has to be opened
     * @param onFailure run by any thread if the body is cut or late
     */
    WaitingBody(
            PeerLinks links,
            EventLoop loop,
            Node node,
            PeerFrame question,
            Duration firstByte,
            Duration connect,
            Ticker ticker,
            Runnable onFailure) {
        super(
                links,
                loop,
                node,
                question,
                firstByte.toNanos(),
                firstByte.plus(connect).toNanos());
        this.onFailure = onFailure;
        this.body = new LinkBody(ticker, this);
    }

    LinkBody body() {
        return body;
    }

    /**
     * Waits for the answer. The loop has a deadline of its own, which comes first.
     *
     * @param more time for the answer beyond its first sign of life
     */
    LinkReply<T> result(Duration more) {
        LinkReply<T> reply = await(openingNanos + more.plus(GRACE).toNanos());
        if (reply == null) {
            reply = new LinkReply.Refused<>(new PeerRefusal.Unasked("this node's event loop gave no answer"));
        }
        if (reply instanceof LinkReply.Refused<T> && !complete(reply)) {
            reply = join();
        }
        if (reply instanceof LinkReply.Refused<T>) {
            abandoned();
        }
        return reply;
    }

    /** On the loop: so many bytes belong to the answer, or -1 when that is not known. */
    void expect(long length) {
        left = length;
    }

    /** On the loop: the answer, whose body the thread gets unless it waits no longer. */
    void give(T answer) {
        if (!complete(new LinkReply.Got<>(answer))) {
            body.close();
        }
    }

    /** On the loop: the reference passes over. */
    void part(ByteBuf part) {
        if (left >= 0) {
            left -= part.readableBytes();
        }
        body.offer(part);
        if (left == 0) {
            body.end();
        }
    }

    /** On the loop: there will be no answer, or no more of it. */
    @Override
    public void ended(PeerRefusal why) {
        if (!complete(new LinkReply.Refused<>(why))) {
            if (join() instanceof LinkReply.Got<T>) {
                onFailure.run();
            }
            body.fail(new IOException(Refusals.text(why)));
        }
    }

    @Override
    public void late() {
        onFailure.run();
    }

    @Override
    public void consumed(int bytes) {
        onLink((link, id) -> link.consumed(id, bytes));
    }

    /** Any thread: the answer is no longer wanted. */
    @Override
    public void abandoned() {
        onLink(PeerLink::cancel);
    }
}
