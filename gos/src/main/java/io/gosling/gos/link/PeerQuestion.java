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
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A question to another node, and its answer when it has come: one object for the thread that waits, the task of the
 * loop, and the receiver of the answer.
 *
 * @param <T> the answer as the thread gets it
 */
abstract class PeerQuestion<T> extends CompletableFuture<LinkReply<T>> implements Runnable, PeerLink.Answer {
    final long withinNanos;
    final long openingNanos;
    private final PeerLinks links;
    private final EventLoop loop;
    private final Node node;
    private final PeerFrame question;

    /** True when the loop found that a connection has to be opened first. */
    private volatile boolean opening;

    /** The link on which the question was sent, with the question's id; set on the loop. */
    private volatile @Nullable PeerLink link;

    private int id;

    /**
     * @param withinNanos for the answer on an open link
     * @param openingNanos for the answer when the link has to be opened
     */
    PeerQuestion(PeerLinks links, EventLoop loop, Node node, PeerFrame question, long withinNanos, long openingNanos) {
        this.links = links;
        this.loop = loop;
        this.node = node;
        this.question = question;
        this.withinNanos = withinNanos;
        this.openingNanos = openingNanos;
    }

    /** Sends the question, once. */
    PeerQuestion<T> send() {
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
        PeerLink to = links.to(node, loop);
        opening = !to.isOpen();
        asked(to, ask(to, question, loop.ticker().nanoTime() + (opening ? openingNanos : withinNanos)));
    }

    /** On the loop: puts the question; returns its id. */
    int ask(PeerLink to, PeerFrame frame, long untilNanos) {
        return to.ask(frame, untilNanos, this);
    }

    /** On the loop: the question has been put. */
    void asked(PeerLink to, int as) {
        id = as;
        link = to;
    }

    boolean isOpening() {
        return opening;
    }

    boolean isSent() {
        return link != null;
    }

    @Override
    public void ended(PeerRefusal why) {
        complete(new LinkReply.Refused<>(why));
    }

    /** Any thread: does something with the question on the loop, if it was sent. */
    void onLink(ObjIntConsumer<PeerLink> step) {
        try {
            loop.execute(() -> {
                PeerLink on = link;
                if (on != null) {
                    step.accept(on, id);
                }
            });
        } catch (RejectedExecutionException e) {
            // The loop has ended, and the link with it.
        }
    }

    /** Waits for the answer; null when the time has passed. */
    @Nullable
    LinkReply<T> await(long nanos) {
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
