package io.gosling.gos.space;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.TransferredResponseSink;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.ChangeAnnouncer;
import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.gos.space.ClusterFetchState.Step;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.purge.message.PurgeSelector;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Cluster-wide sharing of responses of an origin: finds the nodes that have a response or are fetching it, and lets
 * one node ask the origin for all. Safe for use by many threads, which block here; every wait has a deadline.
 */
public final class ClusterResponseSharing {
    private static final Duration RESCUE = Duration.ofSeconds(2);

    private final NodeObjectMemory memory;
    private final ClusterAccess clusterPeers;
    private final AtomicLong numbers = new AtomicLong();
    private final StoredResponseTransfer transfer;
    private volatile ChangeAnnouncer news = ChangeAnnouncer.NONE;

    ClusterResponseSharing(NodeObjectMemory memory, ClusterAccess clusterPeers) {
        this.memory = memory;
        this.clusterPeers = clusterPeers;
        this.transfer = new StoredResponseTransfer(memory, clusterPeers::peers);
    }

    public void tellBy(ChangeAnnouncer other) {
        news = other;
    }

    /**
     * Announces that an unsafe request through this node has changed something, after this node's copies were removed.
     * Directory entries decide how soon the others follow.
     *
     * @param urls as in the keys of stored responses; at least one
     * @param tags the tags whose responses have changed
     * @param uncovered true if there may be responses that the directory entries of those URLs do not cover: variants,
     *     and those in the repository
     */
    public void changed(Collection<String> urls, Collection<String> tags, boolean uncovered) {
        ChangeAnnouncer teller = news;
        if (!teller.equals(ChangeAnnouncer.NONE)) {
            boolean soon = uncovered || !tags.isEmpty() || urls.stream().anyMatch(this::mayBeElsewhere);
            teller.changed(names(urls, tags), soon);
        }
    }

    private static List<PurgeSelector> names(Collection<String> urls, Collection<String> tags) {
        return Stream.concat(
                        urls.stream().map(ChangeSelectorFactory::url),
                        tags.stream().map(ChangeSelectorFactory::tag))
                .toList();
    }

    private boolean mayBeElsewhere(String url) {
        if (clusterPeers.book().others().isEmpty()) {
            return false;
        }
        memory.statistics().count(Event.LOCATES);
        LocalObjectEntry localObject = memory.localObjects().find(url);
        LocalCountReport localCount = localObject == null
                ? new LocalCountReport(url, 0, 0, 0, 0, 0, LocalCountReport.Holding.UNSEEN)
                : localObject.localCount();
        Ageing ageing = memory.epoch().now();
        EntrySummary reading = clusterPeers.table().locate(localCount, ageing);
        if (reading == null) {
            memory.statistics().count(Event.LOCATES_UNANSWERED);
            return true;
        }
        memory.epoch().heard(reading.epoch());
        if (localObject != null) {
            memory.localObjects().learn(localObject, reading, ageing);
        }
        int self = clusterPeers.book().self().tag();
        // Other nodes may be reading along with a fetch of this node.
        return clusterPeers.table().isUnsettled(url)
                || reading.lead().isSomebody()
                || reading.holders().stream().anyMatch(tag -> tag != self);
    }

    /**
     * Begins a fetch among those of the other nodes; null when there are none, or this node must not share with them.
     */
    public @Nullable ClusterFetchState begin() {
        boolean others = clusterPeers.table().isShared()
                && !clusterPeers.book().others().isEmpty()
                && memory.hot().mayServe();
        return others
                ? new ClusterFetchState(
                        new FetchLeaderTag(clusterPeers.book().self().tag(), numbers.incrementAndGet()))
                : null;
    }

    /** Asks the directory entry for the leader of this object's fetch. */
    public Step claim(String key, ClusterFetchState sharing) {
        if (!memory.hot().mayServe()) {
            sharing.goAlone();
            return new Step.Alone();
        }
        if (!sharing.asks()) {
            return new Step.Alone();
        }
        memory.statistics().count(Event.LOCATES);
        EntrySummary reading = clusterPeers.table().claimFetch(key, sharing.mine(), sharing.failed());
        LocalObjectEntry localObject = memory.localObjects().asked(key);
        memory.learn(localObject, reading, memory.epoch().now());
        Step step = sharing.located(reading);
        // Without an answer from the entry owner, the last known holders are asked.
        return reading == null && step instanceof Step.Lead ? new Step.Lead(localObject.holders()) : step;
    }

    /** A holder that this node knows of, to be asked without asking the entry owner first; null for none. */
    public @Nullable ClusterMember knownHolder(String key) {
        List<Integer> known =
                memory.hot().mayServe() ? memory.localObjects().asked(key).holders() : List.of();
        return clusterPeers.choose(known, null).stream().findFirst().orElse(null);
    }

    /**
     * A response from the memory of one of its holders, of which the two least loaded are asked, one after the other:
     * {@link SharedResponseResult.Given} or {@link SharedResponseResult.Same}; null when there is none. A node with a
     * stale copy asks the holder that fetched last: the copies of the others are as stale.
     */
    public @Nullable SharedResponseResult fromHolder(
            String key, List<Integer> holders, SharedResponseRequest ask, Duration timeout) {
        List<Integer> meant = ask.tag().isEmpty() ? holders : latest(holders);
        for (ClusterMember holder : clusterPeers.choose(meant, null)) {
            SharedResponseResult answer = fromHolder(key, holder, ask, timeout);
            if (answer != null) {
                return answer;
            }
        }
        return null;
    }

    /** The same from one holder. */
    public @Nullable SharedResponseResult fromHolder(
            String key, ClusterMember holder, SharedResponseRequest ask, Duration timeout) {
        SharedResponseResult answer = clusterPeers.peers().join(holder, ask, timeout);
        switch (answer) {
            case SharedResponseResult.Given given -> memory.statistics().count(Event.PEER_FETCHES);
            case SharedResponseResult.Same same -> memory.statistics().count(Event.PEER_FETCHES);
            case SharedResponseResult.NotHeld none -> notHeld(key, holder);
            case SharedResponseResult.Full full -> memory.statistics().count(Event.PEER_FAILURES);
            case SharedResponseResult.Refused refused -> memory.statistics().count(Event.PEER_FAILURES);
            case SharedResponseResult.Apart apart -> {}
            case SharedResponseResult.Failed failed -> {}
        }
        return answer instanceof SharedResponseResult.Given || answer instanceof SharedResponseResult.Same
                ? answer
                : null;
    }

    /**
     * Transfers a response into this node's memory as another one holds it, fresh or not, if its count is worth a
     * place. Asks one node that is known to hold it, for two seconds at most: waiting requests learn of the failure
     * only then.
     *
     * @param wanted asked of the header, before anything is done for the bytes
     */
    public boolean transferHeld(String key, Predicate<StoredResponseHead> wanted, TransferredResponseSink taker) {
        ClusterMember holder = knownHolder(key);
        if (holder == null) {
            return false;
        }
        TransferResult result = transfer.transfer(holder, key, AgedCount.NONE, taker, RESCUE, wanted);
        if (result == TransferResult.MISSED) {
            notHeld(key, holder);
        }
        return result == TransferResult.KEPT || result == TransferResult.HELD;
    }

    private void notHeld(String key, ClusterMember holder) {
        memory.statistics().count(Event.WRONG_HINTS);
        clusterPeers.notHeld(memory.localObjects().asked(key), holder);
    }

    private List<Integer> latest(List<Integer> holders) {
        int self = clusterPeers.book().self().tag();
        return holders.stream().filter(tag -> tag != self).limit(1).toList();
    }

    public SharedResponseResult join(FetchLeaderTag leader, SharedResponseRequest ask, Duration timeout) {
        ClusterMember node = clusterPeers.book().byTag(leader.tag());
        SharedResponseResult answer = node == null
                ? new SharedResponseResult.Refused("it is not in the cluster")
                : clusterPeers.peers().join(node, ask, timeout);
        boolean vain = answer instanceof SharedResponseResult.Refused
                || answer instanceof SharedResponseResult.Full
                || answer instanceof SharedResponseResult.NotHeld;
        memory.statistics().count(vain ? Event.PEER_FAILURES : Event.PEER_FETCHES);
        return answer;
    }

    /** Announces a response that this node has stored without a claim. */
    public void kept(String key) {
        memory.announce(memory.localObjects().asked(key), clusterPeers.table());
    }

    /**
     * Fetches responses for event loops.
     *
     * @param threads store them afterwards
     */
    public Function<HolderFetch.Kind, UncachedDocumentFetcher> knownHolders(StorageThreads threads, Ticker ticker) {
        return kind -> new HolderObjectFetcher(memory, clusterPeers, threads, ticker, kind, null);
    }

    /** A fetch has ended; updates the directory entry if it may name it, or lacks this holder. */
    public void ended(String key, ClusterFetchState sharing, boolean held) {
        if (sharing.end()) {
            clusterPeers.table().endFetch(key, sharing.mine(), held);
        } else if (held) {
            kept(key);
        }
    }
}
