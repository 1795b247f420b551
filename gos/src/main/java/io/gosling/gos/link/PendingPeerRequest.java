package io.gosling.gos.link;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A question to another node, and its answer when it has come, which is one frame: one object for the thread that
 * waits, the task of the loop, and the receiver of the answer.
 */
class PendingPeerRequest extends CompletableFuture<PeerRequestResult> implements Runnable, OutgoingLink.Answer {
    /** For a thread whose loop stands still. */
    static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

    final PeerFrame question;
    final long openingNanos;
    private final OutgoingLinks links;
    private final EventLoop loop;
    private final ClusterMember node;
    private final long withinNanos;

    /** The link on which the question was sent, with the question's id; set on the loop. */
    private volatile @Nullable OutgoingLink link;

    private int id;

    /**
     * @param withinNanos for the answer on an open link
     * @param openingNanos for the answer when the link has to be opened
     */
    PendingPeerRequest(
            OutgoingLinks links,
            EventLoop loop,
            ClusterMember node,
            PeerFrame question,
            long withinNanos,
            long openingNanos) {
        this.links = links;
        this.loop = loop;
        this.node = node;
        this.question = question;
        this.withinNanos = withinNanos;
        this.openingNanos = openingNanos;
    }

    /** Sends the question, once. */
    void send() {
        if (!OutgoingLinks.execute(loop, this)) {
            ended(new PeerRefusal.Unasked("this node is stopping"));
        }
    }

    /** On the loop. */
    @Override
    public void run() {
        OutgoingLink to = links.to(node, loop);
        put(to, loop.ticker().nanoTime() + (to.isOpen() ? withinNanos : openingNanos));
    }

    /** On the loop: puts the question. */
    void put(OutgoingLink to, long untilNanos) {
        id = ask(to, untilNanos);
        link = to;
    }

    int ask(OutgoingLink to, long untilNanos) {
        return to.ask(question, untilNanos, this);
    }

    @Override
    public void frame(PeerFrame frame) {
        complete(new PeerRequestResult.Got(frame));
    }

    @Override
    public void ended(PeerRefusal why) {
        complete(new PeerRequestResult.Refused(why));
    }

    /** Any thread: does something with the question on the loop, if it was sent. */
    void onLink(ObjIntConsumer<OutgoingLink> step) {
        OutgoingLinks.execute(loop, () -> {
            OutgoingLink on = link;
            if (on != null) {
                step.accept(on, id);
            }
        });
    }

    /**
     * Waits for the answer, which is a refusal if there is none by then. The loop has a deadline of its own, which
     * comes first if this one is later by {@link #GRACE_NANOS}.
     */
    PeerRequestResult await(long nanos) {
        try {
            return get(Math.max(1, nanos), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            complete(new PeerRequestResult.Refused(new PeerRefusal.Unasked("interrupted")));
        } catch (TimeoutException | ExecutionException e) {
            complete(new PeerRequestResult.Refused(new PeerRefusal.Unasked("this node's event loop gave no answer")));
        }
        return join();
    }
}
