package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.FetchedObjectReceiver;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small objects for event loops from the memories of holders: those that this node knows of, and then those
 * that the entry owner names. What none of them gives at once, fresh, and of the latest version known here, is left to
 * the worker path, and so is the object for a while. While this node shares its memory with no other, a fetcher of its
 * own files takes its place.
 *
 * <p>Requests of one loop for one object share a fetch. The response does not wait until the object is stored, by a
 * thread of {@link StorageThreads}, which verifies a document's digest first. Called by event loops; blocks nowhere.
 *
 * @param ownFiles fetches objects while this node shares with no other; null leaves them to the worker path
 * @param loops the fetches under way, by loop and key; each map belongs to its loop
 */
record HolderObjectFetcher(
        NodeObjectMemory memory,
        ClusterAccess clusterPeers,
        FetchedObjectReceiver receiver,
        StorageThreads threads,
        Ticker ticker,
        HolderFetch.Kind kind,
        @Nullable UncachedDocumentFetcher ownFiles,
        Map<Executor, Map<String, Running>> loops)
        implements UncachedDocumentFetcher {
    private static final Logger LOG = System.getLogger(HolderObjectFetcher.class.getName());

    /** The time for which an object is left to the worker path that no other node had, or that had no room here. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** The same for one that is too large. */
    private static final long LARGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    HolderObjectFetcher(
            NodeObjectMemory memory,
            ClusterAccess clusterPeers,
            StorageThreads threads,
            Ticker ticker,
            HolderFetch.Kind kind,
            @Nullable UncachedDocumentFetcher ownFiles) {
        this(
                memory,
                clusterPeers,
                new FetchedObjectReceiver(memory, clusterPeers::table),
                threads,
                ticker,
                kind,
                ownFiles,
                new ConcurrentHashMap<>());
    }

    @Override
    public boolean isOpen() {
        return ownFiles != null || isShared();
    }

    private boolean isShared() {
        return clusterPeers.table().isShared();
    }

    @Override
    public boolean mayFetch(String key) {
        return isShared() ? mayAsk(key) : ownFiles != null && ownFiles.mayFetch(key);
    }

    private boolean mayAsk(String key) {
        LocalObjectEntry object = memory.localObjects().find(key);
        return (object == null || !object.isLeft(ticker.nanos()))
                && !memory.hot().holds(key)
                && memory.hot().mayServe()
                && kind.has(key);
    }

    @Override
    public boolean fetch(String key, Executor loop, Receiver receiver) {
        if (!isShared()) {
            return ownFiles != null && ownFiles.fetch(key, loop, receiver);
        }
        if (!mayAsk(key) || !receiver.begins()) {
            return false;
        }
        Map<String, Running> fetches = loops.computeIfAbsent(loop, first -> new HashMap<>());
        Running other = fetches.get(key);
        if (other != null) {
            other.receivers.add(receiver);
            return true;
        }
        return new Running(fetches, loop, memory.localObjects().asked(key)).begin(receiver);
    }

    /**
     * A fetch under way, with the requests that wait for it. Belongs to its loop; only storing the object is done by
     * another thread, after its end.
     */
    final class Running implements SmallObjectClient.Receiver {
        private final Map<String, Running> fetches;
        private final Executor loop;
        private final LocalObjectEntry object;
        private final List<Receiver> receivers = new ArrayList<>(1);
        private final List<ClusterMember> asked = new ArrayList<>(HolderSelector.TRIES);
        private Ageing locating = memory.epoch().now();
        private boolean triedToLocate;
        private boolean located;

        /**
         * True if a known holder could not be asked at once after the entry owner had named its own. The worker path
         * then asks the owner again, which costs a message and loses nothing.
         */
        private boolean leftOut;

        private @Nullable HolderFetch fetch;

        Running(Map<String, Running> fetches, Executor loop, LocalObjectEntry object) {
            this.fetches = fetches;
            this.loop = loop;
            this.object = object;
        }

        boolean begin(Receiver first) {
            receivers.add(first);
            fetches.put(object.key(), this);
            boolean begun = false;
            try {
                begun = asksNext();
            } finally {
                if (!begun) {
                    fetches.remove(object.key(), this);
                }
            }
            return begun;
        }

        /** Asks the next node that can be asked at once; returns false when there is none. */
        private boolean asksNext() {
            if (asked.size() == HolderSelector.TRIES || !memory.hot().mayServe()) {
                return false;
            }
            for (ClusterMember holder : clusterPeers.choose(object.holders(), null)) {
                HolderFetch next = asked.contains(holder) ? null : kind.of(object, holder);
                if (next != null) {
                    asked.add(holder);
                    fetch = next;
                    if (next.ask(clusterPeers.peers().small(), loop, this)) {
                        return true;
                    }
                    asked.remove(holder);
                    leftOut = located;
                }
            }
            return !triedToLocate && locates();
        }

        private boolean locates() {
            triedToLocate = true;
            ClusterMember owner = clusterPeers.table().owner(object.key());
            locating = memory.epoch().now();
            EntrySummary own = clusterPeers.table().locateOwn(object.localCount(), locating);
            boolean asks = own != null
                    || (owner != null
                            && owner.tag() != clusterPeers.book().self().tag()
                            && asksOwner(owner));
            if (asks) {
                memory.statistics().count(Event.LOCATES);
            }
            if (own != null) {
                learns(own, asked);
                orEnd(this::asksNext);
            }
            return asks;
        }

        private boolean asksOwner(ClusterMember owner) {
            asked.add(owner);
            fetch = kind.of(object, owner);
            boolean asks = clusterPeers
                    .peers()
                    .small()
                    .beginLocate(owner, object.localCount(), locating, kind.wanted(), loop, this);
            if (!asks) {
                asked.removeLast();
            }
            return asks;
        }

        @Override
        public void located(EntrySummary entry) {
            learns(entry, asked.subList(0, asked.size() - 1)); // the last one is the owner
        }

        /** @param without those that were asked before, and had nothing: the owner may not have heard of it yet */
        private void learns(EntrySummary entry, List<ClusterMember> without) {
            memory.learn(object, entry, locating);
            located = true;
            without.forEach(holder -> object.notHeld(holder.tag()));
        }

        @Override
        public @Nullable ByteBuf room(long length) {
            boolean large = length > SmallObjectClient.MOST || !receiver.admits(length);
            ByteBuf room = large ? null : receiver.destination(length);
            if (room == null) {
                object.leaveUntil(ticker.nanos() + (large ? LARGE_NANOS : REST_NANOS));
            }
            return room;
        }

        @Override
        public void answered(SmallObjectResult answer) {
            FetchedDocument response = response(answer);
            if (response != null) {
                fetches.remove(object.key(), this);
                serve(response);
            } else {
                orEnd(() -> !object.isLeft(ticker.nanos()) && asksNext());
            }
        }

        private @Nullable FetchedDocument response(SmallObjectResult answer) {
            HolderFetch of = fetch;
            FetchedDocument response = null;
            try {
                switch (answer) {
                    case SmallObjectResult.NotHeld none -> {
                        memory.statistics().count(Event.WRONG_HINTS);
                        clusterPeers.notHeld(object, asked.getLast());
                    }
                    case SmallObjectResult.Failed failed -> {
                        if (triedToLocate && !located) {
                            memory.learn(object, null, locating);
                        } else {
                            memory.statistics().count(Event.PEER_FAILURES);
                        }
                        object.notHeld(asked.getLast().tag());
                    }
                    case SmallObjectResult.OnlyLocated none -> asked.removeLast();
                    case SmallObjectResult.Other other -> {}
                    case SmallObjectResult given -> {
                        response = of != null && memory.hot().mayServe() ? of.response(given) : null;
                        memory.statistics().count(response == null ? Event.WRONG_HINTS : Event.PEER_FETCHES);
                    }
                }
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "not used: an answer about " + object.key(), e);
            } finally {
                ByteBuf bytes = answer.bytes();
                if (response == null && bytes != null) {
                    bytes.release();
                }
            }
            return response;
        }

        /** Does a step that may lead on; where it does not, the worker path is to answer. */
        private void orEnd(BooleanSupplier step) {
            boolean goesOn = false;
            try {
                goesOn = step.getAsBoolean();
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "left to the worker path: " + object.key(), e);
            } finally {
                if (!goesOn) {
                    fetches.remove(object.key(), this);
                    long now = ticker.nanos();
                    long rest = now + REST_NANOS;
                    if (located && !leftOut && !object.isLeft(now)) {
                        object.locatedInVain(rest);
                    }
                    if (!object.isLeft(rest)) {
                        object.leaveUntil(rest);
                    }
                    receivers.forEach(receiver -> give(receiver, null));
                }
            }
        }

        private void serve(FetchedDocument response) {
            for (Receiver receiver : receivers) {
                object.countAccess();
                response.document().tryRetain();
                give(receiver, response);
            }
            if (!threads.submitLater(() -> keep(response))) {
                response.document().release();
            }
        }

        /** A failure of one request does not reach the others. */
        private void give(Receiver receiver, @Nullable FetchedDocument response) {
            try {
                receiver.done(response);
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "a request was not answered: " + object.key(), e);
            }
        }

        private void keep(FetchedDocument response) {
            try {
                // An entry that was forgotten meanwhile hears of no change.
                HolderFetch of = fetch;
                if (of != null && memory.localObjects().asked(object.key()) == object) {
                    of.keep();
                }
            } catch (IOException e) {
                LOG.log(Level.WARNING, "not stored: {0}: {1}", object.key(), e.getMessage());
                memory.statistics().count(Event.PEER_FAILURES);
                clusterPeers.notHeld(object, asked.getLast());
            } finally {
                response.document().release();
            }
        }
    }
}
