package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.MemoryIntake;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalObject;
import io.gosling.http.documents.ColdDocuments;
import io.gosling.http.documents.FetchedDocument;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small objects for event loops from the memories of holders. What none of them gives at once, fresh, and of the
 * latest version known here, is left to the worker path.
 *
 * <p>Requests of one loop for one object share a fetch. The response does not wait until the object is stored, by a
 * thread of {@link FileReads}, which verifies a document's digest first. Called by event loops; no lock.
 */
public final class KnownHolders {
    private static final Logger LOG = System.getLogger(KnownHolders.class.getName());

    /** The time for which an object that nobody held is left to the worker path. */
    private static final long NOWHERE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeMemory memory;
    private final ClusterPeers clusterPeers;
    private final MemoryIntake intake;
    private final FileReads threads;
    private final Ticker ticker;

    /** The fetches under way, by loop and key; each map belongs to its loop. */
    private final Map<Executor, Map<String, Running>> loops = new ConcurrentHashMap<>();

    KnownHolders(NodeMemory memory, ClusterPeers clusterPeers, FileReads threads, Ticker ticker) {
        this.memory = memory;
        this.clusterPeers = clusterPeers;
        this.intake = new MemoryIntake(memory, clusterPeers.table());
        this.threads = threads;
        this.ticker = ticker;
    }

    /**
     * Begins to fetch an object that is not in memory, or waits for another request of this loop.
     *
     * @return false, with nothing done, where the worker path is to answer
     */
    boolean fetch(String key, Executor loop, ColdDocuments.Receiver receiver, KnownHolderFetch.Kind kind) {
        if (!mayFetch(key)) {
            return false;
        }
        Map<String, Running> fetches = loops.computeIfAbsent(loop, first -> new HashMap<>());
        Running other = fetches.get(key);
        return other == null
                ? new Running(fetches, loop, memory.rows().asked(key), kind).begin(receiver)
                : other.join(receiver);
    }

    /** Returns false for an object that is in memory, or of which no other node has a small copy. */
    boolean mayFetch(String key) {
        LocalObject object = memory.rows().find(key);
        return clusterPeers.table().isShared()
                && (object == null || mayFetch(object))
                && !memory.hot().holds(key)
                && memory.hot().mayServe();
    }

    private boolean mayFetch(LocalObject object) {
        return !object.isLarge()
                && (!object.holders().isEmpty() || !object.wasFoundNowhere(ticker.nanos(), NOWHERE_NANOS));
    }

    /** The objects of one kind for event loops. @param kind by key */
    public ColdDocuments documents(Function<String, KnownHolderFetch.Kind> kind) {
        return new ColdDocuments() {
            @Override
            public boolean mayFetch(String key) {
                return KnownHolders.this.mayFetch(key);
            }

            @Override
            public boolean fetch(String key, Executor loop, Receiver receiver) {
                return KnownHolders.this.fetch(key, loop, receiver, kind.apply(key));
            }
        };
    }

    /**
     * A fetch under way, with the requests that wait for it. Asks the holders that are known, then the entry owner,
     * and then those that the owner has named. Belongs to its loop.
     */
    private final class Running implements Peers.SmallReceiver {
        private final Map<String, Running> fetches;
        private final Executor loop;
        private final LocalObject object;
        private final KnownHolderFetch.Kind kind;
        private final List<ColdDocuments.Receiver> receivers = new ArrayList<>(1);
        private final List<Node> asked = new ArrayList<>(HolderChoice.TRIES);
        private boolean located;
        private boolean refused;
        private @Nullable KnownHolderFetch fetch;

        Running(Map<String, Running> fetches, Executor loop, LocalObject object, KnownHolderFetch.Kind kind) {
            this.fetches = fetches;
            this.loop = loop;
            this.object = object;
            this.kind = kind;
        }

        boolean begin(ColdDocuments.Receiver first) {
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
            return begun && first.begins();
        }

        boolean join(ColdDocuments.Receiver other) {
            receivers.add(other);
            return other.begins();
        }

        /** Asks the next node that can be asked at once; returns false when there is none. */
        private boolean asksNext() {
            List<Integer> known = object.holders();
            List<Node> holders = known.isEmpty()
                    ? List.of()
                    : HolderChoice.choose(
                            known, null, clusterPeers.book(), clusterPeers.loads()::of, object.hashCode());
            for (Node holder : holders) {
                if (asked.size() < HolderChoice.TRIES && !asked.contains(holder)) {
                    asked.add(holder);
                    KnownHolderFetch next = kind.of(object, holder);
                    fetch = next;
                    if (next.ask(clusterPeers.peers(), loop, this)) {
                        return true;
                    }
                }
            }
            return !located && asked.size() < HolderChoice.TRIES && locates();
        }

        private boolean locates() {
            located = true;
            memory.statistics().count(Event.LOCATES);
            Ageing ageing = memory.epoch().now();
            return clusterPeers.table().beginLocate(object.localCount(), ageing, loop, reading -> {
                if (reading == null) {
                    memory.statistics().count(Event.LOCATES_UNANSWERED);
                } else {
                    memory.epoch().heard(reading.epoch());
                    object.learn(reading, ageing);
                }
                if (reading == null || !asksNext()) {
                    object.foundNowhere(ticker.nanos());
                    end(null);
                }
            });
        }

        @Override
        public @Nullable ByteBuf room(long length) {
            if (length > Peers.SMALL || !intake.admits(length)) {
                object.large();
            }
            ByteBuf room = object.isLarge() ? null : intake.destination(length);
            refused = room == null;
            return room;
        }

        @Override
        public void answered(SmallAnswer answer) {
            FetchedDocument response = null;
            boolean goesOn = false;
            try {
                response = response(answer);
                goesOn = response == null && !refused && asksNext();
            } finally {
                if (!goesOn) {
                    end(response);
                }
            }
        }

        private @Nullable FetchedDocument response(SmallAnswer answer) {
            KnownHolderFetch of = fetch;
            switch (answer) {
                case SmallAnswer.NotHeld none -> {
                    memory.statistics().count(Event.WRONG_HINTS);
                    forgetHolder();
                    return null;
                }
                case SmallAnswer.Failed failed -> {
                    if (!refused) {
                        memory.statistics().count(Event.PEER_FAILURES);
                        // The worker path does not wait for this holder once more.
                        object.notHeld(asked.getLast().tag());
                    }
                    return null;
                }
                case SmallAnswer given -> {
                    FetchedDocument response =
                            of != null && memory.hot().mayServe() ? of.response(given) : null;
                    memory.statistics().count(response == null ? Event.WRONG_HINTS : Event.PEER_FETCHES);
                    return response;
                }
            }
        }

        /** @param response null where the worker path is to answer */
        private void end(@Nullable FetchedDocument response) {
            fetches.remove(object.key(), this);
            if (response == null) {
                receivers.forEach(receiver -> receiver.done(null));
            } else {
                serve(response);
            }
        }

        private void forgetHolder() {
            int tag = asked.getLast().tag();
            object.notHeld(tag);
            clusterPeers.table().notHeld(object.key(), tag);
        }

        private void serve(FetchedDocument response) {
            try {
                for (ColdDocuments.Receiver receiver : receivers) {
                    object.countAccess();
                    response.document().tryRetain();
                    receiver.done(response);
                }
            } finally {
                if (!threads.submitLater(() -> keep(response))) {
                    response.document().release();
                }
            }
        }

        private void keep(FetchedDocument response) {
            try {
                // An entry that was forgotten meanwhile hears of no change; others are forgotten before this one now.
                KnownHolderFetch of = fetch;
                if (of != null && memory.rows().asked(object.key()) == object) {
                    of.keep();
                }
            } catch (IOException e) {
                LOG.log(Level.WARNING, "not stored: {0}: {1}", object.key(), e.getMessage());
                memory.statistics().count(Event.PEER_FAILURES);
                forgetHolder();
            } finally {
                response.document().release();
            }
        }
    }
}
