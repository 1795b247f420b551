package io.gosling.gos.link;

import io.gosling.document.DocumentPath;
import io.gosling.document.ValidationResult;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;

/** The other nodes over links. Safe for use by many threads; see {@link AsyncPeers} for the loops. */
final class LinkPeers implements AsyncPeers {
    private final EventLoopGroup loops;
    private final PeerLinks links;
    private final Duration connect;

    /** @param connect by which the first answer on a link may be later */
    LinkPeers(EventLoopGroup loops, PeerLinks links, Duration connect) {
        this.loops = loops;
        this.links = links;
        this.connect = connect;
    }

    @Override
    public Executor anyLoop() {
        return loops.next();
    }

    @Override
    public Asked fetch(
            Executor loop, Node holder, DocumentPath path, AgedCount agac, Duration firstByte, CopyReader reader) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path.key(), agac, 0);
        return ask(loop, holder, question, firstByte, new CopyAnswer(reader));
    }

    @Override
    public Asked fetchFromHome(
            Executor loop,
            Node home,
            DocumentPath path,
            AgedCount agac,
            long version,
            Duration firstByte,
            CopyReader reader) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, path.key(), agac, version);
        return ask(loop, home, question, firstByte, new CopyAnswer(reader));
    }

    @Override
    public Asked check(
            Executor loop,
            Node home,
            DocumentPath path,
            String etag,
            Duration timeout,
            Consumer<ValidationResult> then,
            Consumer<PeerRefusal> refused) {
        Consumer<PeerFrame> answer = frame -> then.accept(((PeerFrame.Checked) frame).result());
        return ask(loop, home, new PeerFrame.Check(path.key(), etag), timeout, new PlainAnswer(answer, refused));
    }

    /**
     * Asks for a response of an origin, from memory or along with its fetch; on the loop.
     *
     * @param firstByte timeout for the first sign of life
     * @param progress longest pause after it
     */
    Asked join(Executor loop, Node node, JoinAsk ask, Duration firstByte, Duration progress, PeerLink.Answer answer) {
        return ask(
                loop,
                node,
                firstByte,
                (link, until) -> link.ask(new PeerFrame.Join(ask), until, progress.toNanos(), answer));
    }

    /**
     * Offers an object to a store; on the loop. One of the two is called, once.
     *
     * @param then run when the store has considered it
     */
    void offer(
            Executor loop,
            Node store,
            DocumentPath path,
            AgedCount agac,
            long version,
            Duration timeout,
            Runnable then,
            Consumer<PeerRefusal> refused) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.OFFER, path.key(), agac, version);
        ask(loop, store, question, timeout, new PlainAnswer(frame -> then.run(), refused));
    }

    private Asked ask(Executor loop, Node node, PeerFrame question, Duration timeout, PeerLink.Answer answer) {
        return ask(loop, node, timeout, (link, until) -> link.ask(question, until, answer));
    }

    private Asked ask(Executor executor, Node node, Duration timeout, ToIntBiFunction<PeerLink, Long> asking) {
        EventLoop loop = (EventLoop) executor;
        PeerLink link = links.to(node, loop);
        Duration within = link.isOpen() ? timeout : timeout.plus(connect);
        return new OnLink(link, asking.applyAsInt(link, loop.ticker().nanoTime() + within.toNanos()));
    }

    private record OnLink(PeerLink link, int id) implements Asked {
        @Override
        public void consumed(int bytes) {
            link.consumed(id, bytes);
        }

        @Override
        public void pauseUpTo(Duration longest) {
            link.pauseUpTo(id, longest.toNanos());
        }

        @Override
        public void cancel() {
            link.cancel(id);
        }
    }

    private record CopyAnswer(CopyReader reader) implements PeerLink.Answer {
        @Override
        public void frame(PeerFrame frame) {
            switch (frame) {
                case PeerFrame.Have have -> {
                    reader.copy(have.copy(), have.load());
                    reader.bytes(have.body());
                }
                case PeerFrame.Data data -> reader.bytes(data.body());
                case PeerFrame.Said said -> reader.said(said.lookup());
                default -> ended(new PeerRefusal.Failed("it answered " + frame.kind()));
            }
        }

        @Override
        public void ended(PeerRefusal why) {
            reader.ended(why);
        }
    }

    /** An answer without a body, of the only kind that the question has. */
    private record PlainAnswer(Consumer<PeerFrame> then, Consumer<PeerRefusal> refused) implements PeerLink.Answer {
        @Override
        public void frame(PeerFrame frame) {
            then.accept(frame);
        }

        @Override
        public void ended(PeerRefusal why) {
            refused.accept(why);
        }
    }

    @Override
    public void invalidate(Collection<Node> nodes, String key, long version) {
        PeerFrame frame = new PeerFrame.Invalidate(List.of(new PeerFrame.Invalidate.Line(key, version)));
        for (Node node : nodes) {
            if (node.peer() != null) {
                tell(node, frame);
            }
        }
    }

    private void tell(Node node, PeerFrame frame) {
        EventLoop loop = loops.next();
        try {
            loop.execute(() -> links.to(node, loop).tell(frame));
        } catch (RejectedExecutionException e) {
            // This node is stopping; the other one notices the change at its next check.
        }
    }
}
