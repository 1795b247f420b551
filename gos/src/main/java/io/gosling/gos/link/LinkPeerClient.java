package io.gosling.gos.link;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.RevalidationResult;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.SuspectNodes;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.gos.space.SmallObjectClient;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The other nodes over links, for threads that wait. Safe for use by many threads.
 *
 * <p>A node that was repeatedly late or unreachable goes into back-off. Being late from memory does not count against
 * its home, nor being late with a joined fetch against its leader: another node would take the fetch over. A shortage
 * of this node's own counts against no node.
 */
final class LinkPeerClient implements PeerClient {
    /** Tolerated late answers from memory: a short pause makes all questions late that are under way. */
    private static final int TOLERATED = 8;

    private static final Duration LONGEST_STREAM = Duration.ofHours(1);
    private static final Duration OFFER = Duration.ofSeconds(2);
    private static final int MOST_OFFERS = 8;

    /** Pauses of documents that make one of a joined fetch. */
    private static final int PAUSES = 5;

    private static final String NOT_ASKED = "did not answer a moment ago";

    private final EventLoopGroup loops;
    private final OutgoingLinks links;
    private final ClusterTimeouts timings;
    private final long largestObject;
    private final PeerLoads loads;
    private final Ticker ticker;
    private final Duration connect;
    private final SuspectNodes late;
    private final SuspectNodes silent;
    private final LinkSmallObjectClient small;
    private final Semaphore offers = new Semaphore(MOST_OFFERS);

    /** @param largestObject bytes; objects up to this size must come at the least speed */
    LinkPeerClient(
            EventLoopGroup loops,
            OutgoingLinks links,
            ClusterTimeouts timings,
            long largestObject,
            PeerLoads loads,
            EntryOwnerBackOff owners,
            Ticker ticker) {
        this.loops = loops;
        this.links = links;
        this.timings = timings;
        this.largestObject = largestObject;
        this.loads = loads;
        this.ticker = ticker;
        this.connect = timings.get(ClusterTimeouts.CONNECT);
        Duration longest = timings.get(ClusterTimeouts.SUSPICION);
        this.late = new SuspectNodes(
                TOLERATED, longest, connect.plus(timings.get(ClusterTimeouts.MEMORY_FIRST_BYTE)), ticker);
        this.silent = new SuspectNodes(0, longest, connect.plus(timings.get(ClusterTimeouts.HOME_FIRST_BYTE)), ticker);
        this.small = new LinkSmallObjectClient(links, late, owners, timings, loads, ticker);
    }

    @Override
    public PeerObjectResult fetch(ClusterMember holder, DocumentPath path, AgedCount agac) {
        PeerFrame question = LinkSmallObjectClient.fromMemory(path, agac);
        return fetch(late, holder, question, ResponseSource.PEER_MEMORY, ResponseSource.PEER_MEMORY);
    }

    @Override
    public SmallObjectClient small() {
        return small;
    }

    @Override
    public PeerObjectResult fetchFromHome(ClusterMember home, DocumentPath path, AgedCount agac, long version) {
        PeerFrame question = new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, path.key(), agac, version);
        return fetch(silent, home, question, ResponseSource.HOME_MEMORY, ResponseSource.HOME_DISK);
    }

    private PeerObjectResult fetch(
            SuspectNodes suspects, ClusterMember node, PeerFrame question, ResponseSource memory, ResponseSource disk) {
        if (!suspects.mayAsk(node.tag())) {
            return new PeerObjectResult.Failed(node.name() + ": " + NOT_ASKED);
        }
        loads.asked(node.tag());
        int reported = -1;
        try {
            StreamedObjectRequest asked = question(suspects, node, question, firstByte(suspects, node));
            PeerRequestResult reply = result(asked, Duration.ZERO, node, suspects);
            if (reply instanceof PeerRequestResult.Refused refused) {
                return refused.refusal() instanceof PeerRefusal.NotHeld
                        ? new PeerObjectResult.NotHeld()
                        : new PeerObjectResult.Failed(
                                node.name() + ": " + refused.refusal().why());
            }
            PeerFrame answer = ((PeerRequestResult.Got) reply).frame();
            if (answer instanceof PeerFrame.Said said) {
                return new PeerObjectResult.Said(said(node, said.lookup()));
            }
            PeerFrame.Have have = (PeerFrame.Have) answer;
            reported = have.load();
            return copy(have.copy(), asked.body(), new Provenance(have.copy().disk() ? disk : memory, node.name()));
        } finally {
            loads.answered(node.tag(), reported);
        }
    }

    private Duration firstByte(SuspectNodes suspects, ClusterMember node) {
        return suspects == late
                ? Duration.ofNanos(small.times(node).deadlineNanos())
                : timings.get(ClusterTimeouts.HOME_FIRST_BYTE);
    }

    private StreamedObjectRequest question(
            SuspectNodes suspects, ClusterMember node, PeerFrame question, Duration firstByte) {
        var times = new StreamedObjectRequest.Times(firstByte, connect, null, firstByte);
        Runnable onFailure = () -> suspects.stopped(node.tag());
        return new StreamedObjectRequest(links, loops.next(), node, question, times, ticker, onFailure);
    }

    private PeerRequestResult result(
            StreamedObjectRequest question, Duration more, ClusterMember node, @Nullable SuspectNodes suspects) {
        long began = ticker.nanos();
        question.send();
        PeerRequestResult reply = question.result(more);
        if (suspects == late) {
            long took = ticker.nanos() - began;
            RefusalHandling.report(RefusalHandling.of(reply), node.tag(), late, small.times(node), took);
        } else if (suspects != null) {
            RefusalHandling.report(RefusalHandling.of(reply), node.tag(), suspects);
        }
        return reply;
    }

    /** The reason of a refusal is the home's own. */
    private static LookupResult said(ClusterMember home, LookupResult lookup) {
        return lookup instanceof LookupResult.Refused
                ? new LookupResult.Refused("node " + home.name() + " refuses it")
                : lookup;
    }

    private PeerObjectResult.Copy copy(PeerCopyMetadata copy, IncomingBody bytes, Provenance provenance) {
        Duration longest = copy.length() <= largestObject ? timings.body(copy.length()) : LONGEST_STREAM;
        bytes.completeUntil(ticker.nanos() + longest.toNanos());
        Body body = new Body.Streamed(bytes, copy.length());
        Document document = new Document(copy.representation(), copy.stamp(), body, provenance);
        return new PeerObjectResult.Copy(document, copy.version(), copy.uncheckedNanos());
    }

    @Override
    public RevalidationResult check(ClusterMember home, DocumentPath path, String etag) throws IOException {
        if (!silent.mayAsk(home.tag())) {
            throw new IOException(NOT_ASKED);
        }
        PeerFrame frame = new PeerFrame.Check(path.key(), etag);
        StreamedObjectRequest question = question(silent, home, frame, firstByte(silent, home));
        return switch (result(question, Duration.ZERO, home, silent)) {
            case PeerRequestResult.Got got -> ((PeerFrame.Checked) got.frame()).result();
            case PeerRequestResult.Refused refused ->
                throw new IOException(refused.refusal().why());
        };
    }

    @Override
    public void invalidate(Collection<ClusterMember> nodes, String key, long version) {
        PeerFrame frame = new PeerFrame.Invalidate(key, version);
        nodes.stream().filter(node -> node.peer() != null).forEach(node -> links.tell(node, loops.next(), frame));
    }

    @Override
    public SharedResponseResult join(ClusterMember node, SharedResponseRequest ask, Duration timeout) {
        boolean held = ask.isFromMemory();
        if (held && !late.mayAsk(node.tag())) {
            return new SharedResponseResult.Refused(node.name() + ": " + NOT_ASKED);
        }
        Duration firstByte = held ? firstByte(late, node) : timings.get(ClusterTimeouts.JOIN);
        Duration progress = timings.get(ClusterTimeouts.PROGRESS).multipliedBy(PAUSES);
        var times = new StreamedObjectRequest.Times(firstByte, connect, progress, timeout);
        Runnable onFailure = held ? () -> late.stopped(node.tag()) : () -> {};
        PeerFrame frame = new PeerFrame.Join(ask);
        StreamedObjectRequest join =
                new StreamedObjectRequest(links, loops.next(), node, frame, times, ticker, onFailure);
        return switch (result(join, held ? Duration.ZERO : timeout.plus(progress), node, held ? late : null)) {
            case PeerRequestResult.Refused refused -> refusal(node, refused.refusal());
            case PeerRequestResult.Got got -> {
                SharedResponseResult answer = join.joined(got.frame());
                if (answer instanceof SharedResponseResult.Given given) {
                    expect(given, join, held);
                }
                yield answer;
            }
        };
    }

    static SharedResponseResult refusal(ClusterMember node, PeerRefusal why) {
        return switch (why) {
            case PeerRefusal.NotHeld none -> new SharedResponseResult.NotHeld();
            case PeerRefusal.Busy busy -> new SharedResponseResult.Full();
            default -> {
                boolean over = why instanceof PeerRefusal.Overdue
                        || (why instanceof PeerRefusal.Gone gone && HandshakeRules.isOfRestart(gone.why()));
                yield new SharedResponseResult.Refused(node.name() + ": " + why.why(), !over);
            }
        };
    }

    /** Adds the least speed of the bytes, where it is known and another node could continue. */
    private void expect(SharedResponseResult.Given given, StreamedObjectRequest join, boolean held) {
        IncomingBody body = join.body();
        if (held && given.length() <= largestObject) {
            body.completeUntil(ticker.nanos() + timings.body(given.length()).toNanos());
            return;
        }
        body.completeUntil(ticker.nanos() + LONGEST_STREAM.toNanos());
        if (!given.reply().hasStrongTag()) {
            long pause = timings.get(ClusterTimeouts.PAUSE).toNanos();
            body.whenBegun(() -> join.onLink((link, id) -> link.pauseUpTo(id, pause)));
        }
    }

    /** The answer does not matter: the other node decides what it stores, and the next reader offers it again. */
    @Override
    public void offer(ClusterMember store, DocumentPath path, AgedCount agac, long version) {
        if (!offers.tryAcquire()) {
            return;
        }
        if (!silent.mayAsk(store.tag())) {
            offers.release();
            return;
        }
        PeerFrame frame = new PeerFrame.Fetch(PeerFrame.Fetch.From.OFFER, path.key(), agac, version);
        StreamedObjectRequest question = question(silent, store, frame, OFFER);
        question.thenAccept(reply -> {
            RefusalHandling.report(RefusalHandling.of(reply), store.tag(), silent);
            offers.release();
        });
        question.send();
    }
}
