package io.gosling.gos.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntryOwners;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.OwnedEntries;
import io.gosling.gos.space.SmallObjectClient.Wanted;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The Global Object Table in the memory of its entry owners, which the member list names. An entry that this node owns
 * is read and changed by the calling thread; another one by a frame to its owner, for whose answer the thread waits.
 * Event loops ask owners by {@link LinkSmallObjectClient}.
 *
 * <p>For threads each owner has one link, on a loop that its tag names: their questions are sent together, and an owner
 * gets a fetch's claim before its end. Every question has a deadline, by the {@link AnswerTimes} of owners.
 *
 * <p>Used by worker paths, the reporter, and event loops ({@link #locateOwn}). Safe for use by many threads.
 */
public final class DistributedObjectTable implements GlobalObjectTable {
    /** Bytes of a report's counts, at most three for each character of a key: safely below the bound of its frame. */
    private static final int MOST_REPORTED = 128 << 10;

    /** The time after a move of entries in which their new owners learn of holders. */
    private static final long SETTLING_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** A claim waits at least for this part of the longest deadline. */
    private static final int CLAIM = 5;

    private static final int BYTES_OF_COUNT = 64;
    private static final int BYTES_OF_CHARACTER = 3;

    private final OwnedEntries entries;
    private final TableRequestHandler requests;
    private final OutgoingLinks links;
    private final List<EventLoop> loops;
    private final int self;
    private final Ticker ticker;
    private final AnswerTimes owners;

    /** The nodes besides the owners at which fetches under way were claimed. */
    private final ConcurrentHashMap<FetchLeaderTag, ClusterMember> standIns = new ConcurrentHashMap<>();

    private volatile EntryOwners entryOwners = EntryOwners.among(List.of());

    private volatile Unsettled unsettled = new Unsettled(new BitSet(), 0);

    @GuardedBy("this")
    private boolean leaving;

    /** The other nodes with a peer channel. */
    private volatile List<ClusterMember> others = List.of();

    DistributedObjectTable(
            OwnedEntries entries,
            OutgoingLinks links,
            EventLoopGroup group,
            int self,
            AnswerTimes owners,
            Ticker ticker) {
        this.entries = entries;
        this.requests = new TableRequestHandler(entries);
        this.links = links;
        this.loops = OutgoingLinks.loops(group);
        this.self = self;
        this.owners = owners;
        this.ticker = ticker;
    }

    /** Slots whose entries may lack holders, until when by the ticker; the set does not change. */
    private record Unsettled(BitSet slots, long untilNanos) {}

    /**
     * Takes over the member list. May visit all entries; not for event loops. Of several nodes with one name, as when
     * one was killed and has been started again, the youngest owns entries. Entries of moved slots stay until {@link
     * #dropForeign}: nodes that have not heard of the change yet go on asking for them here.
     *
     * @param own this node, with its present phase
     * @param now the other members, of those with one name the youngest first
     * @return the slots with another owner than before: objects held there are to be announced again
     */
    public synchronized BitSet members(ClusterMember own, List<ClusterMember> now) {
        dropForeign();
        Set<Integer> known = others.stream().map(ClusterMember::tag).collect(Collectors.toSet());
        others = now.stream().filter(node -> node.peer() != null).toList();
        // Greetings take a young process longer than a question may.
        others.forEach(node -> links.with(node, loop(node), link -> {}));
        Map<String, ClusterMember> youngest = new HashMap<>(Map.of(own.name(), own));
        now.forEach(node -> youngest.putIfAbsent(node.name(), node));
        EntryOwners next = EntryOwners.among(youngest.values());
        BitSet moved = next.movedSince(entryOwners);
        BitSet slots = (BitSet) moved.clone();
        if (!others.stream().allMatch(node -> known.contains(node.tag()))) {
            // No owner knows of the copies that a node has which was cut off.
            slots.set(0, EntryOwners.SLOTS);
        }
        leaving = own.draining();
        if (!slots.isEmpty()) {
            slots.or(unsettled.slots());
            unsettled = new Unsettled(slots, ticker.nanos() + SETTLING_NANOS);
            entryOwners = next;
        }
        return moved;
    }

    /**
     * Removes the entries of other owners, 30 s after the last move, when no node asks for them here any more; none
     * while this node leaves. Visits all entries; not for event loops. To be called now and then.
     */
    public synchronized void dropForeign() {
        if (!leaving && !unsettled.slots().isEmpty() && ticker.nanos() - unsettled.untilNanos() >= 0) {
            entries.dropForeign(entryOwners, self);
            unsettled = new Unsettled(new BitSet(), 0);
        }
    }

    @Override
    public boolean isUnsettled(String key) {
        Unsettled now = unsettled;
        return now.slots().get(EntryOwners.slot(key)) && ticker.nanos() - now.untilNanos() < 0;
    }

    @Override
    public @Nullable EntrySummary locate(LocalCountReport localCount, Ageing ageing) {
        return ask(owner(localCount.key()), new PeerFrame.Locate(localCount, ageing, Wanted.NOTHING));
    }

    @Override
    public @Nullable EntrySummary locateOwn(LocalCountReport localCount, Ageing ageing) {
        return isOwn(owner(localCount.key())) ? entries.locate(self, localCount, ageing) : null;
    }

    @Override
    public @Nullable EntrySummary claimFetch(String key, FetchLeaderTag mine, FetchLeaderTag failed) {
        var claim = new PeerFrame.Claim(key, mine, failed);
        EntrySummary reading = ask(owner(key), claim);
        // A node that dies often leads the fetches of its own entries; the others then still agree on one leader.
        ClusterMember standIn = reading == null ? entryOwners.successor(key) : null;
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

    @Override
    public @Nullable ClusterMember owner(String key) {
        return entryOwners.of(key);
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
        var question = new PendingPeerRequest(links, loop(owner), owner, frame, withinNanos, owners.longestNanos());
        question.send();
        return question;
    }

    /** Returns null also where nobody owns the entry. */
    private @Nullable EntrySummary ask(@Nullable ClusterMember owner, PeerFrame.EntryQuery question) {
        if (isOwn(owner)) {
            return summary(requests.apply(self, question));
        }
        if (owner == null) {
            return null;
        }
        long asked = ticker.nanos();
        long within = owners.deadlineNanos(owner.tag());
        // A lost claim costs a request to the origin, and may wait longer.
        PeerRequestResult reply = send(
                        owner,
                        question,
                        question instanceof PeerFrame.Claim ? Math.max(within, owners.longestNanos() / CLAIM) : within)
                .await(owners.longestNanos() + PendingPeerRequest.GRACE_NANOS);
        owners.count(owner.tag(), reply.refusal(), ticker.nanos() - asked);
        return summary(reply instanceof PeerRequestResult.Got got ? got.frame() : null);
    }

    private void tell(@Nullable ClusterMember owner, PeerFrame.Notice notice) {
        if (isOwn(owner)) {
            requests.apply(self, notice);
        } else if (owner != null) {
            links.tell(owner, loop(owner), notice);
        }
    }

    @Override
    public Map<String, EntrySummary> report(Collection<LocalCountReport> tallies, Ageing ageing) {
        Map<String, EntrySummary> readings = HashMap.newHashMap(tallies.size());
        Map<ClusterMember, Deque<LocalCountReport>> unsent = new HashMap<>();
        for (LocalCountReport localCount : tallies) {
            ClusterMember owner = owner(localCount.key());
            if (isOwn(owner)) {
                readings.put(localCount.key(), entries.locate(self, localCount, ageing));
            } else if (owner != null) {
                unsent.computeIfAbsent(owner, first -> new ArrayDeque<>()).add(localCount);
            }
        }
        LongSupplier left = deadline();
        while (!unsent.isEmpty() && left.getAsLong() > 0) {
            List<Sent> sent = new ArrayList<>();
            unsent.forEach((owner, of) -> {
                List<LocalCountReport> counts = takeFrame(of);
                sent.add(new Sent(counts, send(owner, new PeerFrame.Report(ageing, counts), owners.longestNanos())));
            });
            unsent.values().removeIf(Deque::isEmpty);
            await(sent, left, readings);
        }
        return readings;
    }

    private record Sent(List<LocalCountReport> counts, PendingPeerRequest question) {}

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
                for (int i = 0; i < part.counts().size(); i++) {
                    readings.put(part.counts().get(i).key(), reported.entries().get(i));
                }
            }
        }
    }

    /** The time left of one longest deadline from now on. */
    private LongSupplier deadline() {
        Ticker real = Ticker.system();
        long until = real.nanos() + owners.longestNanos();
        return () -> until - real.nanos();
    }

    @Override
    public boolean isShared() {
        return !others.isEmpty();
    }

    /** Removes all entries of all nodes; waits for their answers, up to the deadline. */
    public void clear() {
        List<PendingPeerRequest> sent = new ArrayList<>();
        for (ClusterMember node : others) {
            sent.add(send(node, new PeerFrame.Clear(), owners.longestNanos()));
        }
        LongSupplier left = deadline();
        sent.forEach(question -> question.await(left.getAsLong()));
        entries.clear();
    }

    public int entriesOwned() {
        return entries.size();
    }

    /** A number that nodes compare: {@link EntryOwners#fingerprint}. */
    public int ownersFingerprint() {
        return entryOwners.fingerprint();
    }
}
