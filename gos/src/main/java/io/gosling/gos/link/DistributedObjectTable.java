package io.gosling.gos.link;

import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.AdaptiveTimeout;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.SuspectNodes;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.BackedUpEntries;
import io.gosling.gos.objecttable.EntryOwners;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.space.PeerRefusal;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The Global Object Table in the memory of its entry owners, which the member list names. An entry that this node owns
 * is read and changed by the calling thread; another one by a frame to its owner, for whose answer a thread waits, and
 * an event loop does not.
 *
 * <p>For threads each owner has one link, on a loop that its tag names: their questions are sent together, and an owner
 * gets a fetch's claim before its end. Event loops use links of their own. Every question has a deadline,
 * which follows the owner's recent {@link AdaptiveTimeout} up to {@code cluster.locate}. An owner that missed one, or
 * was slow repeatedly, is backed off from. Reports skip the owners that lookups skip, and mark none.
 *
 * <p>Used by worker paths, the reporter, and event loops ({@link #beginLocate}). Safe for use by many threads.
 */
public final class DistributedObjectTable implements GlobalObjectTable {
    /** An answer after a fifth of the longest deadline is slow: a slow owner must not delay every miss. */
    private static final int SLOW = 5;

    /** Slow answers in succession that are tolerated: a node that has just started is slow at first. */
    private static final int TOLERATED = 4;

    /** Bytes of a report's counts, at most three for each character of a key: safely below the bound of its frame. */
    private static final int MOST_REPORTED = 128 << 10;

    private static final int BYTES_OF_COUNT = 64;
    private static final int BYTES_OF_CHARACTER = 3;

    private final BackedUpEntries entries;
    private final TableRequestHandler requests;
    private final OutgoingLinks links;
    private final List<EventLoop> loops = new ArrayList<>();
    private final int self;
    private final long longestNanos;
    private final Ticker ticker;
    private final SuspectNodes suspects;
    private final SuspectNodes slow;
    private final ConcurrentHashMap<Integer, AdaptiveTimeout> times = new ConcurrentHashMap<>();

    /** The nodes besides the owners at which fetches under way were claimed. */
    private final ConcurrentHashMap<FetchLeaderTag, ClusterMember> standIns = new ConcurrentHashMap<>();

    /** The other nodes with a peer channel. */
    private volatile List<ClusterMember> others = List.of();

    DistributedObjectTable(
            BackedUpEntries entries,
            OutgoingLinks links,
            EventLoopGroup group,
            int self,
            ClusterTimeouts timings,
            Ticker ticker) {
        this.entries = entries;
        this.requests = new TableRequestHandler(entries);
        this.links = links;
        this.self = self;
        this.longestNanos = timings.get(ClusterTimeouts.LOCATE).toNanos();
        this.ticker = ticker;
        this.suspects = new SuspectNodes(
                0, timings.get(ClusterTimeouts.SUSPICION), timings.get(ClusterTimeouts.LOCATE), ticker);
        this.slow = new SuspectNodes(
                TOLERATED, timings.get(ClusterTimeouts.SUSPICION), timings.get(ClusterTimeouts.LOCATE), ticker);
        for (EventExecutor loop : group) {
            loops.add((EventLoop) loop);
        }
    }

    /**
     * Takes over the member list. Visits all entries; not for event loops. Of several nodes with one name, as when one
     * was killed and has been started again, the youngest owns entries.
     *
     * @param own this node, with its present phase
     * @param now the other members, of those with one name the youngest first
     * @return the slots with another owner than before: objects held there are to be announced again
     */
    public BitSet members(ClusterMember own, List<ClusterMember> now) {
        others = now.stream().filter(node -> node.peer() != null).toList();
        // Greetings take a young process longer than a question may.
        others.forEach(node -> links.with(node, loop(node), link -> {}));
        times.keySet().removeIf(tag -> now.stream().noneMatch(node -> node.tag() == tag));
        Map<String, ClusterMember> youngest = new HashMap<>(Map.of(own.name(), own));
        now.forEach(node -> youngest.putIfAbsent(node.name(), node));
        return entries.move(EntryOwners.among(youngest.values()));
    }

    @Override
    public @Nullable EntrySummary locate(LocalCountReport localCount, Ageing ageing) {
        return ask(owner(localCount.key()), new PeerFrame.Locate(localCount, ageing));
    }

    @Override
    public boolean beginLocate(
            LocalCountReport localCount, Ageing ageing, Executor loop, Consumer<@Nullable EntrySummary> reader) {
        ClusterMember owner = owner(localCount.key());
        if (isOwn(owner)) {
            if (entries.restoring(localCount.key()) != null) {
                return false;
            }
            reader.accept(entries.entries().locate(self, localCount, ageing));
            return true;
        }
        if (owner == null
                || !(loop instanceof EventLoop own)
                || !links.to(owner, own).isOpen()
                || !mayAsk(owner.tag())) {
            return false;
        }
        AdaptiveTimeout answers = answers(owner);
        long asked = ticker.nanos();
        var question = new PendingPeerRequest(
                links, own, owner, new PeerFrame.Locate(localCount, ageing), answers.deadlineNanos(), longestNanos);
        question.thenAccept(reply -> reader.accept(summary(answered(owner.tag(), answers, asked, reply))));
        try {
            question.run();
        } catch (RuntimeException | Error e) {
            question.ended(new PeerRefusal.Unasked(String.valueOf(e.getMessage())));
        }
        return true;
    }

    @Override
    public @Nullable EntrySummary claimFetch(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        var claim = new PeerFrame.Claim(key, mine, failed);
        EntrySummary reading = ask(owner(key), claim);
        ClusterMember standIn = reading == null ? standIn(key) : null;
        if (standIn == null) {
            return reading;
        }
        ClusterMember earlier = standIns.put(mine, standIn);
        if (earlier != null && !earlier.equals(standIn)) {
            tell(earlier, new PeerFrame.Ended(key, mine, false));
        }
        return ask(standIn, claim);
    }

    @Override
    public @Nullable EntrySummary changed(String key, long since) {
        return ask(owner(key), new PeerFrame.Changed(key, since));
    }

    @Override
    public void filled(LocalCountReport localCount, Ageing ageing) {
        tell(owner(localCount.key()), new PeerFrame.Filled(localCount, ageing));
    }

    @Override
    public void endFetch(String key, FetchLeaderTag mine, boolean held) {
        ClusterMember owner = owner(key);
        var ended = new PeerFrame.Ended(key, mine, held);
        tell(owner, ended);
        ClusterMember standIn = standIns.remove(mine);
        if (standIn != null && !standIn.equals(owner)) {
            tell(standIn, ended);
        }
    }

    @Override
    public void notHeld(String key, int holder) {
        tell(owner(key), new PeerFrame.NotHeld(key, holder));
    }

    private @Nullable ClusterMember owner(String key) {
        return entries.owners().of(key);
    }

    /**
     * The next owner while the present one does not answer: a node that dies often leads the fetches of its own
     * entries, and the others then still agree on one leader.
     */
    private @Nullable ClusterMember standIn(String key) {
        ClusterMember owner = owner(key);
        return owner != null && (suspects.isSuspect(owner.tag()) || slow.isSuspect(owner.tag()))
                ? entries.owners().successor(key)
                : null;
    }

    private boolean isOwn(@Nullable ClusterMember owner) {
        return owner != null && owner.tag() == self;
    }

    private static @Nullable EntrySummary summary(@Nullable PeerFrame answer) {
        return answer instanceof PeerFrame.Located located ? located.entry() : null;
    }

    /** The loop of a node's link. */
    private EventLoop loop(ClusterMember node) {
        return loops.get(Math.floorMod(node.tag(), loops.size()));
    }

    private PendingPeerRequest send(ClusterMember owner, PeerFrame frame, long withinNanos) {
        var question = new PendingPeerRequest(links, loop(owner), owner, frame, withinNanos, longestNanos);
        question.send();
        return question;
    }

    /** Returns null also where nobody owns the entry. */
    private @Nullable EntrySummary ask(@Nullable ClusterMember owner, PeerFrame.EntryQuery question) {
        if (isOwn(owner)) {
            CompletableFuture<@Nullable Void> restoring = entries.restoring(question.key());
            if (restoring != null) {
                restoring.join();
            }
            return summary(requests.apply(self, question));
        }
        if (owner == null || !mayAsk(owner.tag())) {
            return null;
        }
        AdaptiveTimeout answers = answers(owner);
        long asked = ticker.nanos();
        PeerRequestResult reply =
                send(owner, question, withinNanos(question, answers)).await();
        return summary(answered(owner.tag(), answers, asked, reply));
    }

    private AdaptiveTimeout answers(ClusterMember owner) {
        return times.computeIfAbsent(owner.tag(), first -> new AdaptiveTimeout(longestNanos, longestNanos));
    }

    private @Nullable PeerFrame answered(int owner, AdaptiveTimeout answers, long asked, PeerRequestResult reply) {
        PeerRefusal why = RefusalHandling.of(reply);
        long tookNanos = ticker.nanos() - asked;
        RefusalHandling.report(why, owner, suspects, answers, tookNanos);
        if (why == null ? tookNanos > longestNanos / SLOW : why instanceof PeerRefusal.Silent) {
            slow.failed(owner);
        } else if (why == null) {
            slow.answered(owner);
        } else {
            slow.untested(owner);
        }
        return reply instanceof PeerRequestResult.Got got ? got.frame() : null;
    }

    /** A lost claim costs a request to the origin, and may wait longer. */
    private long withinNanos(PeerFrame question, AdaptiveTimeout answers) {
        long within = answers.deadlineNanos();
        return question instanceof PeerFrame.Claim ? Math.max(within, longestNanos / SLOW) : within;
    }

    /** Checks both conditions before it claims the test of either owner. */
    private boolean mayAsk(int owner) {
        return !suspects.isLeftAlone(owner) && !slow.isLeftAlone(owner) && suspects.mayAsk(owner) && slow.mayAsk(owner);
    }

    private void tell(@Nullable ClusterMember owner, PeerFrame.Notice notice) {
        if (isOwn(owner)) {
            requests.apply(self, notice);
        } else if (owner != null && !suspects.isSuspect(owner.tag())) {
            links.with(owner, loop(owner), link -> {
                try {
                    link.tell(notice);
                } catch (IllegalArgumentException e) {
                    // A key beyond the bounds of a frame: no other node learns of it.
                }
            });
        }
    }

    @Override
    public Map<String, EntrySummary> report(Collection<LocalCountReport> tallies, Ageing ageing) {
        Map<String, EntrySummary> readings = HashMap.newHashMap(tallies.size());
        Map<ClusterMember, Deque<LocalCountReport>> unsent = new HashMap<>();
        for (LocalCountReport localCount : tallies) {
            ClusterMember owner = owner(localCount.key());
            if (isOwn(owner)) {
                readings.put(localCount.key(), entries.entries().locate(self, localCount, ageing));
            } else if (owner != null) {
                unsent.computeIfAbsent(owner, first -> new ArrayDeque<>()).add(localCount);
            }
        }
        unsent.keySet().removeIf(owner -> suspects.isLeftAlone(owner.tag()));
        LongSupplier left = deadline();
        while (!unsent.isEmpty() && left.getAsLong() > 0) {
            List<Sent> sent = new ArrayList<>();
            unsent.forEach((owner, of) -> {
                List<LocalCountReport> counts = takeFrame(of);
                sent.add(new Sent(owner, counts, send(owner, new PeerFrame.Report(ageing, counts), longestNanos)));
            });
            unsent.values().removeIf(Deque::isEmpty);
            await(sent, left, readings);
        }
        return readings;
    }

    private record Sent(ClusterMember owner, List<LocalCountReport> counts, PendingPeerRequest question) {}

    private static List<LocalCountReport> takeFrame(Deque<LocalCountReport> from) {
        List<LocalCountReport> counts = new ArrayList<>();
        for (int bytes = 0;
                !from.isEmpty() && counts.size() < PeerFrame.Report.MOST_COUNTS && bytes < MOST_REPORTED;
                bytes += BYTES_OF_COUNT
                        + BYTES_OF_CHARACTER * counts.getLast().key().length()) {
            counts.add(from.removeFirst());
        }
        return counts;
    }

    /** Takes all answers that come in the time left; the other counts are sent with the next report. */
    private void await(List<Sent> sent, LongSupplier left, Map<String, EntrySummary> readings) {
        for (Sent part : sent) {
            if (part.question().await(left.getAsLong()) instanceof PeerRequestResult.Got got
                    && got.frame() instanceof PeerFrame.Reported reported
                    && reported.entries().size() == part.counts().size()) {
                suspects.answered(part.owner().tag());
                for (int i = 0; i < part.counts().size(); i++) {
                    readings.put(part.counts().get(i).key(), reported.entries().get(i));
                }
            }
        }
    }

    /** The time left of one longest deadline from now on. */
    private LongSupplier deadline() {
        Ticker real = Ticker.system();
        long until = real.nanos() + longestNanos;
        return () -> until - real.nanos();
    }

    @Override
    public @Nullable String ownerOf(String key) {
        ClusterMember owner = owner(key);
        return owner == null ? null : owner.name();
    }

    @Override
    public boolean isShared() {
        return !others.isEmpty();
    }

    /** Removes all entries of all nodes; waits for their answers, up to the deadline. */
    public void clear() {
        List<PendingPeerRequest> sent = new ArrayList<>();
        for (ClusterMember node : others) {
            sent.add(send(node, new PeerFrame.Clear(), longestNanos));
        }
        LongSupplier left = deadline();
        sent.forEach(question -> question.await(left.getAsLong()));
        entries.clearAll();
    }

    public int entriesOwned() {
        return entries.entries().size();
    }

    /** A number that nodes compare: {@link EntryOwners#fingerprint}. */
    public int ownersFingerprint() {
        return entries.owners().fingerprint();
    }
}
