package io.gosling.gos.link;

import static io.gosling.gos.space.SharedResponseRequest.AS_HELD;

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
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.PeerClient;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Semaphore;

/**
 * The other nodes over links, for threads that wait. Safe for use by many threads.
 *
 * <p>The deadlines of answers from memory follow a node's recent times. A node that is silent is asked nothing but for
 * its own files ({@link OutgoingLink}).
 */
record LinkPeerClient(
        EventLoopGroup loops,
        OutgoingLinks links,
        ClusterTimeouts timings,
        long largestObject,
        PeerLoads loads,
        Ticker ticker,
        LinkSmallObjectClient small,
        Semaphore offers)
        implements PeerClient {
    /** A node that was never asked has a fifth of the longest time for an answer from memory. */
    private static final int FIRST = 5;

    private static final Duration LONGEST_STREAM = Duration.ofHours(1);
    private static final Duration OFFER = Duration.ofSeconds(2);
    private static final int MOST_OFFERS = 8;

    /** Pauses of documents that make one of a joined fetch. */
    private static final int PAUSES = 5;

    /** @param largestObject bytes; objects up to this size must come at the least speed */
    LinkPeerClient(
            EventLoopGroup loops,
            OutgoingLinks links,
            ClusterTimeouts timings,
            long largestObject,
            PeerLoads loads,
            AnswerTimes owners,
            Ticker ticker) {
        this(
                loops,
                links,
                timings,
                largestObject,
                loads,
                ticker,
                new LinkSmallObjectClient(links, memoryTimes(timings), owners, timings, loads, ticker),
                new Semaphore(MOST_OFFERS));
    }

    private static AnswerTimes memoryTimes(ClusterTimeouts timings) {
        Duration longest = timings.get(ClusterTimeouts.MEMORY_FIRST_BYTE);
        return new AnswerTimes(longest, longest.dividedBy(FIRST));
    }

    /** The times of answers about directory entries; a node that was never asked has the longest time. */
    static AnswerTimes entryTimes(ClusterTimeouts timings) {
        Duration longest = timings.get(ClusterTimeouts.LOCATE);
        return new AnswerTimes(longest, longest);
    }

    @Override
    public PeerObjectResult fetch(ClusterMember holder, DocumentPath path, AgedCount agac) {
        return fetch(holder, LinkSmallObjectClient.fromMemory(path, agac), false);
    }

    @Override
    public PeerObjectResult fetchFromHome(ClusterMember home, DocumentPath path, AgedCount agac, long version) {
        return fetch(home, new PeerFrame.Fetch(PeerFrame.Fetch.From.HOME, path.key(), agac, version), true);
    }

    private PeerObjectResult fetch(ClusterMember node, PeerFrame question, boolean home) {
        loads.asked(node.tag());
        int reported = -1;
        try {
            StreamedObjectRequest asked = question(node, question, home ? ofFile() : fromMemory(node));
            PeerRequestResult reply = home ? asked.result(Duration.ZERO) : timed(asked, node);
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
            ResponseSource memorySource = home ? ResponseSource.HOME_MEMORY : ResponseSource.PEER_MEMORY;
            ResponseSource from = home && have.copy().disk() ? ResponseSource.HOME_DISK : memorySource;
            return copy(have.copy(), asked.body, new Provenance(from, node.name()));
        } finally {
            loads.answered(node.tag(), reported);
        }
    }

    private StreamedObjectRequest.Times fromMemory(ClusterMember node) {
        return within(Duration.ofNanos(small.memory().deadlineNanos(node.tag())));
    }

    private StreamedObjectRequest.Times ofFile() {
        return within(timings.get(ClusterTimeouts.HOME_FIRST_BYTE));
    }

    private StreamedObjectRequest.Times within(Duration firstByte) {
        return new StreamedObjectRequest.Times(firstByte, timings.get(ClusterTimeouts.CONNECT), null, firstByte);
    }

    /** Sends a question, once. */
    private StreamedObjectRequest question(ClusterMember node, PeerFrame frame, StreamedObjectRequest.Times times) {
        StreamedObjectRequest question = new StreamedObjectRequest(links, loops.next(), node, frame, times, ticker);
        question.send();
        return question;
    }

    /** Waits for an answer from memory, whose time counts. */
    private PeerRequestResult timed(StreamedObjectRequest question, ClusterMember node) {
        PeerRequestResult reply = question.result(Duration.ZERO);
        small.memory().count(node.tag(), reply.refusal(), ticker.nanos() - question.beganNanos);
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
        StreamedObjectRequest question = question(home, new PeerFrame.Check(path.key(), etag), ofFile());
        return switch (question.result(Duration.ZERO)) {
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
        Duration progress = timings.get(ClusterTimeouts.PROGRESS).multipliedBy(PAUSES);
        Duration firstByte =
                held ? Duration.ofNanos(small.memory().deadlineNanos(node.tag())) : timings.get(ClusterTimeouts.JOIN);
        var times = new StreamedObjectRequest.Times(firstByte, timings.get(ClusterTimeouts.CONNECT), progress, timeout);
        StreamedObjectRequest join = question(node, new PeerFrame.Join(ask), times);
        return switch (held ? timed(join, node) : join.result(timeout.plus(progress))) {
            case PeerRequestResult.Refused refused -> refusal(node, refused.refusal());
            case PeerRequestResult.Got got -> {
                SharedResponseResult answer = join.joined(got.frame());
                if (answer instanceof SharedResponseResult.Given given) {
                    expect(given, join, held, ask.number() == AS_HELD ? timeout : LONGEST_STREAM);
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
    private void expect(SharedResponseResult.Given given, StreamedObjectRequest join, boolean held, Duration most) {
        IncomingBody body = join.body;
        boolean another = held && given.length() <= largestObject;
        long mostNanos = most.toNanos();
        body.completeUntil(ticker.nanos()
                + (another ? Math.min(mostNanos, timings.body(given.length()).toNanos()) : mostNanos));
        if (!another && !given.reply().hasStrongTag()) {
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
        PeerFrame frame = new PeerFrame.Fetch(PeerFrame.Fetch.From.OFFER, path.key(), agac, version);
        question(store, frame, within(OFFER)).thenAccept(reply -> offers.release());
    }
}
