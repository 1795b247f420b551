package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Lookup;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.AsyncPeers;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.Peers;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * The other nodes over links, for threads that wait. Safe for use by many threads.
 *
 * <p>A node that was repeatedly late or unreachable goes into back-off. Being late from memory does not count against
 * its home, nor being late with a joined fetch against its leader: another node would take the fetch over. A shortage
 * of this node's own counts against no node.
 */
final class BlockingPeers implements Peers {
    /** Tolerated late answers from memory, which this node or a slow disk may have caused. */
    private static final int TOLERATED = 2;

    /** Beyond the loop's own deadline, for a thread whose loop stands still. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final Duration LONGEST_STREAM = Duration.ofHours(1);
    private static final Duration OFFER = Duration.ofSeconds(2);
    private static final int MOST_OFFERS = 8;

    /** Pauses of documents that make one of a joined fetch. */
    private static final int PAUSES = 5;

    private static final String NOT_ASKED = "did not answer a moment ago";

    private final LinkPeers peers;
    private final ClusterTimings timings;
    private final long largestObject;
    private final PeerLoads loads;
    private final Ticker ticker;
    private final Duration connect;
    private final Suspects late;
    private final Suspects silent;
    private final Semaphore offers = new Semaphore(MOST_OFFERS);

    /** @param largestObject bytes; objects up to this size must come at the least speed */
    BlockingPeers(LinkPeers peers, ClusterTimings timings, long largestObject, PeerLoads loads, Ticker ticker) {
        this.peers = peers;
        this.timings = timings;
        this.largestObject = largestObject;
        this.loads = loads;
        this.ticker = ticker;
        this.connect = timings.get(ClusterTimings.CONNECT);
        Duration longest = timings.get(ClusterTimings.SUSPICION);
        this.late =
                new Suspects(TOLERATED, longest, connect.plus(timings.get(ClusterTimings.MEMORY_FIRST_BYTE)), ticker);
        this.silent = new Suspects(0, longest, connect.plus(timings.get(ClusterTimings.HOME_FIRST_BYTE)), ticker);
    }

    @Override
    public PeerAnswer fetch(Node holder, DocumentPath path, AgedCount agac) {
        Duration firstByte = timings.get(ClusterTimings.MEMORY_FIRST_BYTE);
        return fetch(
                late,
                holder,
                firstByte,
                ResponseSource.PEER_MEMORY,
                ResponseSource.PEER_MEMORY,
                (loop, copy) -> peers.fetch(loop, holder, path, agac, firstByte, copy));
    }

    @Override
    public PeerAnswer fetchFromHome(Node home, DocumentPath path, AgedCount agac, long version) {
        Duration firstByte = timings.get(ClusterTimings.HOME_FIRST_BYTE);
        return fetch(
                silent,
                home,
                firstByte,
                ResponseSource.HOME_MEMORY,
                ResponseSource.HOME_DISK,
                (loop, copy) -> peers.fetchFromHome(loop, home, path, agac, version, firstByte, copy));
    }

    /** The way a copy is asked for, on a loop. */
    @FunctionalInterface
    private interface Asking {
        AsyncPeers.Asked ask(Executor loop, AsyncPeers.CopyReader copy);
    }

    private PeerAnswer fetch(
            Suspects suspects,
            Node node,
            Duration firstByte,
            ResponseSource memory,
            ResponseSource disk,
            Asking asking) {
        if (!suspects.mayAsk(node.tag())) {
            return new PeerAnswer.Failed(node.name() + ": " + NOT_ASKED);
        }
        loads.asked(node.tag());
        int reported = -1;
        try {
            LinkReply<WaitingCopy.Reply> reply = ask(suspects, node, firstByte, asking);
            if (reply instanceof LinkReply.Refused<WaitingCopy.Reply> refused) {
                return refused(suspects, node, refused.why());
            }
            suspects.answered(node.tag());
            return switch (((LinkReply.Got<WaitingCopy.Reply>) reply).value()) {
                case WaitingCopy.Reply.Said said -> new PeerAnswer.Said(said(node, said.lookup()));
                case WaitingCopy.Reply.Given given -> {
                    reported = given.load();
                    yield copy(given, new Provenance(given.copy().disk() ? disk : memory, node.name()));
                }
            };
        } finally {
            loads.answered(node.tag(), reported);
        }
    }

    private LinkReply<WaitingCopy.Reply> ask(Suspects suspects, Node node, Duration firstByte, Asking asking) {
        Executor loop = peers.anyLoop();
        WaitingCopy copy = new WaitingCopy(loop, ticker, () -> suspects.stopped(node.tag()));
        run(loop, copy.outcome(), () -> copy.asked(asking.ask(loop, copy)));
        LinkReply<WaitingCopy.Reply> reply = await(copy.outcome(), firstByte);
        if (reply instanceof LinkReply.Refused<WaitingCopy.Reply>) {
            copy.abandoned();
        }
        return reply;
    }

    private static PeerAnswer refused(Suspects suspects, Node node, PeerRefusal why) {
        Refusals.report(why, node.tag(), suspects);
        return why instanceof PeerRefusal.NotHeld
                ? new PeerAnswer.NotHeld()
                : new PeerAnswer.Failed(node.name() + ": " + Refusals.text(why));
    }

    /** The reason of a refusal is the home's own. */
    private static Lookup said(Node home, Lookup lookup) {
        return lookup instanceof Lookup.Refused ? new Lookup.Refused("node " + home.name() + " refuses it") : lookup;
    }

    private PeerAnswer.Copy copy(WaitingCopy.Reply.Given given, Provenance provenance) {
        AsyncPeers.GivenCopy copy = given.copy();
        long length = copy.representation().length();
        Duration longest = length <= largestObject ? timings.body(length) : LONGEST_STREAM;
        given.body().completeUntil(ticker.nanos() + longest.toNanos());
        Body body = new Body.Streamed(given.body(), length);
        Document document = new Document(copy.representation(), copy.stamp(), body, provenance);
        return new PeerAnswer.Copy(document, copy.version(), copy.uncheckedNanos());
    }

    private static <T> void run(Executor loop, CompletableFuture<LinkReply<T>> outcome, Runnable asking) {
        try {
            loop.execute(asking);
        } catch (RejectedExecutionException e) {
            outcome.complete(new LinkReply.Refused<>(new PeerRefusal.Unasked("this node is stopping")));
        }
    }

    /** Waits for what the loop brings; it has a deadline of its own, which comes first. */
    private <T> LinkReply<T> await(CompletableFuture<LinkReply<T>> outcome, Duration timeout) {
        LinkReply<T> refused;
        try {
            return outcome.get(timeout.plus(connect).plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            refused = new LinkReply.Refused<>(new PeerRefusal.Unasked("interrupted"));
        } catch (ExecutionException | TimeoutException e) {
            refused = new LinkReply.Refused<>(new PeerRefusal.Unasked("this node's event loop gave no answer"));
        }
        return outcome.complete(refused) ? refused : outcome.join();
    }

    @Override
    public ValidationResult check(Node home, DocumentPath path, String etag) throws IOException {
        if (!silent.mayAsk(home.tag())) {
            throw new IOException(NOT_ASKED);
        }
        Executor loop = peers.anyLoop();
        Duration timeout = timings.get(ClusterTimings.HOME_FIRST_BYTE);
        CompletableFuture<LinkReply<ValidationResult>> outcome = new CompletableFuture<>();
        Consumer<ValidationResult> then = result -> outcome.complete(new LinkReply.Got<>(result));
        Consumer<PeerRefusal> refused = why -> outcome.complete(new LinkReply.Refused<>(why));
        run(loop, outcome, () -> peers.check(loop, home, path, etag, timeout, then, refused));
        return switch (await(outcome, timeout)) {
            case LinkReply.Got<ValidationResult> got -> {
                silent.answered(home.tag());
                yield got.value();
            }
            case LinkReply.Refused<ValidationResult> refusal -> {
                Refusals.report(refusal.why(), home.tag(), silent);
                throw new IOException(Refusals.text(refusal.why()));
            }
        };
    }

    @Override
    public void invalidate(Collection<Node> nodes, String key, long version) {
        peers.invalidate(nodes, key, version);
    }

    @Override
    public JoinAnswer join(Node node, JoinAsk ask, Duration timeout) {
        boolean held = ask.isFromMemory();
        if (held && !late.mayAsk(node.tag())) {
            return new JoinAnswer.Refused(node.name() + ": " + NOT_ASKED);
        }
        Executor loop = peers.anyLoop();
        Duration firstByte = timings.get(held ? ClusterTimings.MEMORY_FIRST_BYTE : ClusterTimings.JOIN);
        Duration progress = timings.get(ClusterTimings.PROGRESS).multipliedBy(PAUSES);
        Runnable onFailure = held ? () -> late.stopped(node.tag()) : () -> {};
        WaitingJoin join = new WaitingJoin(loop, ticker, timeout, onFailure);
        run(loop, join.outcome(), () -> join.asked(peers.join(loop, node, ask, firstByte, progress, join)));
        Duration longest = held ? firstByte : firstByte.plus(timeout).plus(progress);
        return switch (await(join.outcome(), longest)) {
            case LinkReply.Refused<JoinAnswer> refused -> {
                join.abandoned();
                if (held) {
                    Refusals.report(refused.why(), node.tag(), late);
                }
                yield refusal(node, refused.why());
            }
            case LinkReply.Got<JoinAnswer> got -> {
                if (held) {
                    late.answered(node.tag());
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
            Duration pause = timings.get(ClusterTimings.PAUSE);
            body.whenBegun(() -> join.onQuestion(question -> question.pauseUpTo(pause)));
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
        Executor loop = peers.anyLoop();
        // The answer does not matter: the other node decides what it stores. The object is offered again when it is
        // read again.
        Runnable accepted = () -> {
            silent.answered(store.tag());
            offers.release();
        };
        Consumer<PeerRefusal> refused = why -> {
            Refusals.report(why, store.tag(), silent);
            offers.release();
        };
        try {
            loop.execute(() -> peers.offer(loop, store, path, agac, version, OFFER, accepted, refused));
        } catch (RejectedExecutionException e) {
            refused.accept(new PeerRefusal.Unasked("this node is stopping"));
        }
    }
}
