package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A question to an entry owner, and its answer when it has come: one object for the thread that waits, the task of the
 * loop, and the receiver of the answer.
 */
final class OwnerQuestion extends CompletableFuture<LinkReply<PeerFrame>> implements Runnable, PeerLink.Answer {
    private final PeerLinks links;
    private final EventLoop loop;
    private final Node owner;
    private final PeerFrame question;
    private final long withinNanos;
    private final long longestNanos;

    /** True when the loop found that a connection has to be opened first. */
    private volatile boolean opening;

    private volatile boolean sent;

    /**
     * @param withinNanos for the answer on an open link
     * @param longestNanos for the answer when the link has to be opened
     */
    OwnerQuestion(
            PeerLinks links, EventLoop loop, Node owner, PeerFrame question, long withinNanos, long longestNanos) {
        this.links = links;
        this.loop = loop;
        this.owner = owner;
        this.question = question;
        this.withinNanos = withinNanos;
        this.longestNanos = longestNanos;
    }

    /** Sends the question, once. */
    OwnerQuestion send() {
        try {
            loop.execute(this);
        } catch (RejectedExecutionException e) {
            ended(new PeerRefusal.Unasked("this node is stopping"));
        }
        return this;
    }

    /** On the loop. */
    @Override
    public void run() {
        PeerLink link = links.to(owner, loop);
        opening = !link.isOpen();
        sent = true;
        link.ask(question, loop.ticker().nanoTime() + (opening ? longestNanos : withinNanos), this);
    }

    @Override
    public void frame(PeerFrame frame) {
        if (frame instanceof PeerFrame.Have have) {
            have.body().release();
            ended(new PeerRefusal.Failed("it gave a copy that was not asked for"));
        } else {
            complete(new LinkReply.Got<>(frame));
        }
    }

    @Override
    public void ended(PeerRefusal why) {
        complete(new LinkReply.Refused<>(why));
    }

    /** Waits for the answer, up to the deadline of the question. */
    LinkReply<PeerFrame> await() {
        LinkReply<PeerFrame> reply = await(withinNanos);
        if (reply == null && opening) {
            reply = await(longestNanos - withinNanos);
        }
        if (reply != null) {
            return reply;
        }
        return new LinkReply.Refused<>(
                sent
                        ? new PeerRefusal.Silent("no answer in time")
                        : new PeerRefusal.Unasked("this node's event loop is late"));
    }

    /** The same up to another deadline; null when it has passed. */
    @Nullable
    LinkReply<PeerFrame> await(long nanos) {
        try {
            return get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new LinkReply.Refused<>(new PeerRefusal.Unasked("interrupted"));
        } catch (TimeoutException | ExecutionException e) {
            return null;
        }
    }
}
