package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Lookup;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.link.frame.PeerCopy;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.AnswerTimes;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.Peers;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/**
 * The other nodes over links, for threads that wait, and for event loops that do not. Safe for use by many threads.
 *
 * <p>A node that was repeatedly late or unreachable goes into back-off. Being late from memory does not count against
 * its home, nor being late with a joined fetch against its leader: another node would take the fetch over. A shortage
 * of this node's own counts against no node.
 */
final class BlockingPeers implements Peers {
    /** Tolerated late answers from memory: a short pause makes all questions late that are under way. */
    private static final int TOLERATED = 8;

    /** The part of the longest time for an answer from memory that a node has at first. */
    private static final int FIRST = 5;

    private static final Duration LONGEST_STREAM = Duration.ofHours(1);
    private static final Duration OFFER = Duration.ofSeconds(2);
    private static final int MOST_OFFERS = 8;

    /** Pauses of documents that make one of a joined fetch. */
    private static final int PAUSES = 5;

    private static final String NOT_ASKED = "did not answer a moment ago";

    private final EventLoopGroup loops;
    private final PeerLinks links;
    private final ClusterTimings timings;
    private final long largestObject;
    private final PeerLoads loads;
    private final Ticker ticker;
    private final Duration connect;
    private final long memoryNanos;
    private final Suspects late;
    private final Suspects silent;
    private final Semaphore offers = new Semaphore(MOST_OFFERS);

    /** @param largestObject bytes; objects up to this size must come at the least speed */
    BlockingPeers(
            EventLoopGroup loops,
            PeerLinks links,
            ClusterTimings timings,
            long largestObject,
            PeerLoads loads,
            Ticker ticker) {
        this.loops = loops;
        this.links = links;
        this.timings = timings;
        this.largestObject = largestObject;
        this.loads = loads;
        this.ticker = ticker;
        this.connect = timings.get(ClusterTimings.CONNECT);
        this.memoryNanos = timings.get(ClusterTimings.MEMORY_FIRST_BYTE).toNanos();
        Duration longest = timings.get(ClusterTimings.SUSPICION);
        this.late =
                new Suspects(TOLERATED, longest, connect.plus(timings.get(ClusterTimings.MEMORY_FIRST_BYTE)), ticker);
        this.silent = new Suspects(0, longest, connect.plus(timings.get(ClusterTimings.HOME_FIRST_BYTE)), ticker);
    }

    @Override
    public PeerAnswer fetch(Node holder, DocumentPath path, AgedCount agac) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path.key(), agac, 0);
        Duration firstByte = Duration.ofNanos(times(holder).deadlineNanos());
        return fetch(late, holder, question, firstByte, ResponseSource.PEER_MEMORY, ResponseSource.PEER_MEMORY);
    }

    @Override
    public boolean beginFetch(Node holder, DocumentPath path, AgedCount agac, Executor loop, SmallReceiver receiver) {
        return begin(holder, new PeerFrame.Fetch(PeerFrame.Fetch.From.MEMORY, path.key(), agac, 0), loop, receiver);
    }

    @Override
    public boolean beginJoin(Node holder, JoinAsk ask, Executor loop, SmallReceiver receiver) {
        return begin(holder, new PeerFrame.Join(ask), loop, receiver);
    }

    private boolean begin(Node holder, PeerFrame question, Executor loop, SmallReceiver receiver) {
        PeerLink link = loop instanceof EventLoop own ? links.to(holder, own) : null;
        if (link == null || !link.isOpen() || !late.mayAsk(holder.tag())) {
            return false;
        }
        long bodyNanos = timings.body(SMALL).toNanos();
        new SmallQuestion(link, holder.tag(), late, loads, times(holder), receiver, ticker.nanos())
                .ask(question, bodyNanos);
        return true;
    }

    private void judge(AnswerTimes times, PeerRefusal why, long asked) {
        if (why instanceof PeerRefusal.Silent) {
            times.missed();
        } else if (why instanceof PeerRefusal.NotHeld) {
            times.took(ticker.nanos() - asked);
        }
    }

    /** A node that was never asked has to answer within a part of the longest time. */
    private AnswerTimes times(Node holder) {
        return loads.times(holder.tag(), () -> new AnswerTimes(memoryNanos, memoryNanos / FIRST));
    }

    @Override
    public PeerAnswer fetchFromHome(Node home, DocumentPath path, AgedCount agac, long version) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, path.key(), agac, version);
        Duration firstByte = timings.get(ClusterTimings.HOME_FIRST_BYTE);
        return fetch(silent, home, question, firstByte, ResponseSource.HOME_MEMORY, ResponseSource.HOME_DISK);
    }

    private PeerAnswer fetch(
            Suspects suspects,
            Node node,
            PeerFrame question,
            Duration firstByte,
            ResponseSource memory,
            ResponseSource disk) {
        if (!suspects.mayAsk(node.tag())) {
            return new PeerAnswer.Failed(node.name() + ": " + NOT_ASKED);
        }
        loads.asked(node.tag());
        int reported = -1;
        long began = ticker.nanos();
        try {
            WaitingFrame asked = ask(suspects, node, question, firstByte);
            LinkReply<PeerFrame> reply = asked.result(Duration.ZERO);
            if (reply instanceof LinkReply.Refused<PeerFrame> refused) {
                Refusals.report(refused.why(), node.tag(), suspects);
                if (suspects == late) {
                    judge(times(node), refused.why(), began);
                }
                return refused(node, refused.why());
            }
            suspects.answered(node.tag());
            if (suspects == late) {
                times(node).took(ticker.nanos() - began);
            }
            PeerFrame answer = ((LinkReply.Got<PeerFrame>) reply).value();
            if (answer instanceof PeerFrame.Said said) {
                return new PeerAnswer.Said(said(node, said.lookup()));
            }
            PeerFrame.Have have = (PeerFrame.Have) answer;
            reported = have.load();
            return copy(have.copy(), asked.body(), new Provenance(have.copy().disk() ? disk : memory, node.name()));
        } finally {
            loads.answered(node.tag(), reported);
        }
    }

    private WaitingFrame ask(Suspects suspects, Node node, PeerFrame question, Duration firstByte) {
        Runnable onFailure = () -> suspects.stopped(node.tag());
        var asked = new WaitingFrame(links, loops.next(), node, question, firstByte, connect, ticker, onFailure);
        asked.send();
        return asked;
    }

    private static PeerAnswer refused(Node node, PeerRefusal why) {
        return why instanceof PeerRefusal.NotHeld
                ? new PeerAnswer.NotHeld()
                : new PeerAnswer.Failed(node.name() + ": " + Refusals.text(why));
    }

    /** The reason of a refusal is the home's own. */
    private static Lookup said(Node home, Lookup lookup) {
        return lookup instanceof Lookup.Refused ? new Lookup.Refused("node " + home.name() + " refuses it") : lookup;
    }

    private PeerAnswer.Copy copy(PeerCopy copy, LinkBody bytes, Provenance provenance) {
        Duration longest = copy.length() <= largestObject ? timings.body(copy.length()) : LONGEST_STREAM;
        bytes.completeUntil(ticker.nanos() + longest.toNanos());
        Body body = new Body.Streamed(bytes, copy.length());
        Document document = new Document(copy.representation(), copy.stamp(), body, provenance);
        return new PeerAnswer.Copy(document, copy.version(), copy.uncheckedNanos());
    }

    @Override
    public ValidationResult check(Node home, DocumentPath path, String etag) throws IOException {
        if (!silent.mayAsk(home.tag())) {
            throw new IOException(NOT_ASKED);
        }
        PeerFrame question = new PeerFrame.Check(path.key(), etag);
        WaitingFrame asked = ask(silent, home, question, timings.get(ClusterTimings.HOME_FIRST_BYTE));
        return switch (asked.result(Duration.ZERO)) {
            case LinkReply.Got<PeerFrame> got -> {
                silent.answered(home.tag());
                yield ((PeerFrame.Checked) got.value()).result();
            }
            case LinkReply.Refused<PeerFrame> refusal -> {
                Refusals.report(refusal.why(), home.tag(), silent);
                throw new IOException(Refusals.text(refusal.why()));
            }
        };
    }

    @Override
    public void invalidate(Collection<Node> nodes, String key, long version) {
        PeerFrame frame = new PeerFrame.Invalidate(List.of(new PeerFrame.Invalidate.Line(key, version)));
        nodes.stream().filter(node -> node.peer() != null).forEach(node -> tell(node, frame));
    }

    private void tell(Node node, PeerFrame frame) {
        EventLoop loop = loops.next();
        try {
            loop.execute(() -> links.to(node, loop).tell(frame));
        } catch (RejectedExecutionException e) {
            // This node is stopping; the other one notices the change at its next check.
        }
    }

    @Override
    public JoinAnswer join(Node node, JoinAsk ask, Duration timeout) {
        boolean held = ask.isFromMemory();
        if (held && !late.mayAsk(node.tag())) {
            return new JoinAnswer.Refused(node.name() + ": " + NOT_ASKED);
        }
        Duration firstByte = held ? Duration.ofNanos(times(node).deadlineNanos()) : timings.get(ClusterTimings.JOIN);
        Duration progress = timings.get(ClusterTimings.PROGRESS).multipliedBy(PAUSES);
        var times = new WaitingJoin.Times(firstByte, connect, progress, timeout);
        Runnable onFailure = held ? () -> late.stopped(node.tag()) : () -> {};
        WaitingJoin join = new WaitingJoin(links, loops.next(), node, ask, times, ticker, onFailure);
        join.send();
        long asked = ticker.nanos();
        return switch (join.result(held ? Duration.ZERO : timeout.plus(progress))) {
            case LinkReply.Refused<JoinAnswer> refused -> {
                if (held) {
                    Refusals.report(refused.why(), node.tag(), late);
                    judge(times(node), refused.why(), asked);
                }
                yield refusal(node, refused.why());
            }
            case LinkReply.Got<JoinAnswer> got -> {
                if (held) {
                    late.answered(node.tag());
                    times(node).took(ticker.nanos() - asked);
                }
                if (got.value() instanceof JoinAnswer.Given given) {
                    expect(given, join, held);
                }
                yield got.value();
            }
        };
    }

    private static JoinAnswer refusal(Node node, PeerRefusal why) {
        return switch (why) {
            case PeerRefusal.NotHeld none -> new JoinAnswer.NotHeld();
            case PeerRefusal.Busy busy -> new JoinAnswer.Full();
            default -> {
                boolean over = why instanceof PeerRefusal.Gone gone && Handshake.isOfRestart(gone.why());
                yield new JoinAnswer.Refused(node.name() + ": " + Refusals.text(why), !over);
            }
        };
    }

    /** Adds the least speed of the bytes, where it is known and another node could continue. */
    private void expect(JoinAnswer.Given given, WaitingJoin join, boolean held) {
        LinkBody body = join.body();
        if (held && given.length() <= largestObject) {
            body.completeUntil(ticker.nanos() + timings.body(given.length()).toNanos());
            return;
        }
        body.completeUntil(ticker.nanos() + LONGEST_STREAM.toNanos());
        if (!given.reply().hasStrongTag()) {
            long pause = timings.get(ClusterTimings.PAUSE).toNanos();
            body.whenBegun(() -> join.onLink((link, id) -> link.pauseUpTo(id, pause)));
        }
    }

    @Override
    public void offer(Node store, DocumentPath path, AgedCount agac, long version) {
        if (!offers.tryAcquire()) {
            return;
        }
        if (!silent.mayAsk(store.tag())) {
            offers.release();
            return;
        }
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.OFFER, path.key(), agac, version);
        // The answer does not matter: the other node decides what it stores. The object is offered again when it is
        // read again.
        ask(silent, store, question, OFFER).thenAccept(reply -> {
            if (reply instanceof LinkReply.Refused<PeerFrame> refused) {
                Refusals.report(refused.why(), store.tag(), silent);
            } else {
                silent.answered(store.tag());
            }
            offers.release();
        });
    }
}
