package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.DocumentFetch;
import io.gosling.gos.memory.DocumentFetchOutcome;
import io.gosling.gos.memory.FetchedObjectReceiver;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.PeerObjectResult;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.space.CopyRevalidator.Usability;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks for copies of documents in the memories of other nodes, on behalf of requests that wait: steps 4 and 5 of
 * {@link GlobalObjectSpace}. Blocks.
 *
 * @param intervalNanos the time for which a checked copy is fresh
 */
record HolderCopyLookup(
        NodeObjectMemory memory,
        ClusterAccess clusterPeers,
        CopyRevalidator check,
        FetchedObjectReceiver receiver,
        long intervalNanos,
        Ticker ticker) {
    /**
     * A copy from another node's memory; null for none. Asks a known holder first. If that has no copy any more,
     * reports this to the entry owner, then asks the owner for other holders.
     */
    @Nullable
    DocumentFetchOutcome find(DocumentFetch fetch, @Nullable String home) {
        LocalObjectEntry localObject = fetch.object();
        if (!clusterPeers.table().isShared() || !memory.hot().mayServe()) {
            return null;
        }
        List<ClusterMember> asked = clusterPeers.choose(localObject.holders(), home).stream()
                .limit(1)
                .toList();
        DocumentFetchOutcome lent = fromHolders(asked, home, fetch);
        if (lent != null) {
            return lent;
        }
        boolean inVain = localObject.wasLocatedInVain(ticker.nanos());
        List<Integer> others = (inVain ? List.<Integer>of() : locate(localObject))
                .stream()
                        .filter(tag -> asked.stream().noneMatch(node -> node.tag() == tag))
                        .toList();
        fetch.expectVersion(localObject.version());
        List<ClusterMember> located = clusterPeers.choose(others, home).stream()
                .limit(HolderSelector.TRIES - asked.size())
                .toList();
        return fromHolders(located, home, fetch);
    }

    private @Nullable DocumentFetchOutcome fromHolders(
            List<ClusterMember> holders, @Nullable String home, DocumentFetch fetch) {
        for (ClusterMember holder : holders) {
            DocumentFetchOutcome lent = fromHolder(holder, home, fetch);
            if (lent != null) {
                return lent;
            }
        }
        return null;
    }

    private List<Integer> locate(LocalObjectEntry localObject) {
        memory.statistics().count(Event.LOCATES);
        Ageing ageing = memory.epoch().now();
        return memory.learn(localObject, clusterPeers.table().locate(localObject.localCount(), ageing), ageing);
    }

    /** A copy from a holder's memory; null for none. */
    @Nullable
    DocumentFetchOutcome fromHolder(ClusterMember holder, @Nullable String home, DocumentFetch fetch) {
        LocalObjectEntry localObject = fetch.object();
        long began = ticker.nanos();
        PeerObjectResult answer = clusterPeers
                .peers()
                .fetch(holder, fetch.path(), localObject.count(memory.epoch().now()));
        if (answer instanceof PeerObjectResult.Copy copy && copy.version() >= localObject.version()) {
            var from = holder.name().equals(home) ? ResponseSource.HOME_MEMORY : ResponseSource.PEER_MEMORY;
            try {
                DocumentFetchOutcome taken = receiver.take(fetch, copy, new Provenance(from, holder.name()), began);
                memory.statistics().count(Event.PEER_FETCHES);
                return checked(taken, copy.uncheckedNanos(), fetch);
            } catch (IOException e) {
                memory.statistics().count(Event.PEER_FAILURES);
                return null;
            }
        }
        switch (answer) {
            case PeerObjectResult.Copy old -> old.document().close();
            case PeerObjectResult.NotHeld none -> clusterPeers.notHeld(localObject, holder);
            case PeerObjectResult.Said said -> {}
            case PeerObjectResult.Failed failed -> {}
        }
        memory.statistics().count(answer instanceof PeerObjectResult.Failed ? Event.PEER_FAILURES : Event.WRONG_HINTS);
        return null;
    }

    /** Checks a stale copy of a holder that could not ask the home; null when it cannot be used. */
    private @Nullable DocumentFetchOutcome checked(
            DocumentFetchOutcome taken, long uncheckedNanos, DocumentFetch fetch) {
        if (taken instanceof DocumentFetchOutcome.Single single && uncheckedNanos > intervalNanos) {
            single.document().close();
            return null;
        }
        if (!(taken instanceof DocumentFetchOutcome.Held held)) {
            return taken;
        }
        Usability usability = check.usability(held.object(), fetch);
        if (usability == Usability.UNUSABLE) {
            held.object().document().release();
            return null;
        }
        Provenance from = held.provenance();
        boolean unchecked = usability == Usability.UNCHECKED;
        return new DocumentFetchOutcome.Held(held.object(), new Provenance(from.from(), from.node(), unchecked));
    }
}
