package io.gosling.gos.link;

import io.gosling.document.DocumentPath;
import io.gosling.document.ValidationResult;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.Node;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

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
        return ask(loop, home, new PeerFrame.Check(path.key(), etag), timeout, new CheckAnswer(then, refused));
    }

    private Asked ask(Executor executor, Node node, PeerFrame question, Duration timeout, PeerLink.Answer answer) {
        EventLoop loop = (EventLoop) executor;
        PeerLink link = links.to(node, loop);
        Duration within = link.isOpen() ? timeout : timeout.plus(connect);
        int id = link.ask(question, loop.ticker().nanoTime() + within.toNanos(), answer);
        return new OnLink(link, id);
    }

    private record OnLink(PeerLink link, int id) implements Asked {
        @Override
        public void consumed(int bytes) {
            link.consumed(id, bytes);
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

    private record CheckAnswer(Consumer<ValidationResult> then, Consumer<PeerRefusal> refused)
            implements PeerLink.Answer {
        @Override
        public void frame(PeerFrame frame) {
            if (frame instanceof PeerFrame.Checked checked) {
                then.accept(checked.result());
            } else {
                frame.body().release();
                ended(new PeerRefusal.Failed("it answered " + frame.kind()));
            }
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
