package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseResult;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A question whose answer may have a body: a copy of a document, or a response of an origin, from memory or along with
 * its fetch. The loop receives; the thread has the answer, and the body afterwards.
 */
final class StreamedObjectRequest extends PendingPeerRequest implements IncomingBody.Flow {
    private final Times times;
    private final Ticker ticker;
    final IncomingBody body;

    /** A time before the question, by the ticker. */
    final long beganNanos;

    /** A time before the answer was written, from which the age of a response counts. */
    private volatile long beforeNanos;

    /** Bytes of the body that have not come; negative where the length is not known. */
    private long left;

    /**
     * The times of the answer.
     *
     * @param firstByte timeout for the answer, or the first sign of life, on an open link
     * @param connect by which it may be later when the link has to be opened
     * @param progress longest pause after it; null for that of the link
     * @param header timeout for the answer, also while the other node is alive
     */
    record Times(
            Duration firstByte, Duration connect, @Nullable Duration progress, Duration header) {}

    StreamedObjectRequest(
            OutgoingLinks links, EventLoop loop, ClusterMember node, PeerFrame question, Times times, Ticker ticker) {
        super(
                links,
                loop,
                node,
                question,
                times.firstByte.toNanos(),
                times.firstByte.plus(times.connect).toNanos());
        this.times = times;
        this.ticker = ticker;
        this.body = new IncomingBody(ticker, this);
        this.beganNanos = ticker.nanos();
        this.beforeNanos = beganNanos;
    }

    /**
     * Waits for the answer.
     *
     * @param more time for the answer beyond its first sign of life
     */
    PeerRequestResult result(Duration more) {
        PeerRequestResult reply = await(openingNanos + more.toNanos() + GRACE_NANOS);
        if (reply instanceof PeerRequestResult.Refused) {
            abandoned();
        }
        return reply;
    }

    /** The answer to a {@link PeerFrame.Join}, of those that {@link #result} returns. */
    SharedResponseResult joined(PeerFrame answer) {
        try {
            return switch (answer) {
                case PeerFrame.Given given ->
                    new SharedResponseResult.Given(
                            given.reply().decode(beforeNanos), given.reply().variant(), given.length(), body);
                case PeerFrame.Same same ->
                    new SharedResponseResult.Same(
                            same.reply().decode(beforeNanos), same.reply().variant());
                case PeerFrame.Apart apart -> new SharedResponseResult.Apart();
                case PeerFrame.FailedOrigin failed -> new SharedResponseResult.Failed(failed.why());
                default -> new SharedResponseResult.Refused("a frame " + answer.kind() + " gives no response");
            };
        } catch (IOException e) {
            body.close();
            abandoned();
            return new SharedResponseResult.Refused(String.valueOf(e.getMessage()));
        }
    }

    @Override
    int ask(OutgoingLink to, long untilNanos) {
        return times.progress == null
                ? super.ask(to, untilNanos)
                : to.ask(question, untilNanos, times.progress.toNanos(), this);
    }

    @Override
    public void frame(PeerFrame frame) {
        switch (frame) {
            case PeerFrame.Head head -> begin(head);
            case PeerFrame.Data data -> part(data.body());
            case PeerFrame.End end -> body.end();
            case PeerFrame.Alive alive -> alive();
            default -> super.frame(frame);
        }
    }

    /** Takes an answer, whose body the thread gets unless it waits no longer. */
    private void begin(PeerFrame.Head answer) {
        left = answer.bodyLength();
        part(answer.body());
        if (!complete(new PeerRequestResult.Got(answer))) {
            body.close();
        }
    }

    private void part(ByteBuf part) {
        if (left >= 0) {
            left -= part.readableBytes();
        }
        body.offer(part);
        if (left == 0) {
            body.end();
        }
    }

    private void alive() {
        if (!isDone()) {
            beforeNanos = ticker.nanos();
            if (beforeNanos - beganNanos > times.header.toNanos()) {
                complete(new PeerRequestResult.Refused(new PeerRefusal.Overdue("no header within " + times.header)));
                abandoned();
            }
        }
    }

    /** On the loop: there will be no answer, or no more of it. */
    @Override
    public void ended(PeerRefusal why) {
        if (!complete(new PeerRequestResult.Refused(why))) {
            body.fail(new IOException(why.why()));
        }
    }

    @Override
    public void late() {
        onLink(OutgoingLink::late);
    }

    @Override
    public void consumed(int bytes) {
        onLink((link, id) -> link.consumed(id, bytes));
    }

    /** Any thread: the answer is no longer wanted. */
    @Override
    public void abandoned() {
        onLink(OutgoingLink::cancel);
    }
}
