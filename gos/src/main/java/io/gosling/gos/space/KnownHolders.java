package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.MemoryIntake;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.objecttable.LocalObject;
import io.gosling.http.documents.ColdDocuments;
import io.gosling.http.documents.FetchedDocument;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small objects for event loops from the memories of holders that this node knows of. What the holder does not
 * give at once, fresh, and of the latest version known here, is left to the worker path, which asks others.
 *
 * <p>Requests of one loop for one object share a fetch. The response does not wait until the object is stored, by a
 * thread of {@link FileReads}, which verifies a document's digest first. Called by event loops; no lock.
 */
public final class KnownHolders {
    private static final Logger LOG = System.getLogger(KnownHolders.class.getName());

    private final NodeMemory memory;
    private final ClusterPeers clusterPeers;
    private final MemoryIntake intake;
    private final FileReads threads;

    /** The fetches under way, by loop and key; each map belongs to its loop. */
    private final Map<Executor, Map<String, Running>> loops = new ConcurrentHashMap<>();

    KnownHolders(NodeMemory memory, ClusterPeers clusterPeers, FileReads threads) {
        this.memory = memory;
        this.clusterPeers = clusterPeers;
        this.intake = new MemoryIntake(memory, clusterPeers.table());
        this.threads = threads;
    }

    /**
     * Begins to fetch an object that is not in memory, or waits for another request of this loop.
     *
     * @return false, with nothing done, where the worker path is to answer
     */
    boolean fetch(String key, Executor loop, ColdDocuments.Receiver receiver, KnownHolderFetch.Kind kind) {
        LocalObject object = memory.rows().find(key);
        if (object == null || !mayFetch(object)) {
            return false;
        }
        Map<String, Running> fetches = loops.computeIfAbsent(loop, first -> new HashMap<>());
        Running other = fetches.get(key);
        if (other != null) {
            return other.join(receiver);
        }
        List<Node> holders = HolderChoice.choose(
                object.holders(), null, clusterPeers.book(), clusterPeers.loads()::of, object.hashCode());
        for (Node holder : holders) {
            if (new Running(fetches, object, holder, kind).begin(loop, receiver)) {
                return true;
            }
        }
        return false;
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

    /** Returns whether a holder of an object may be asked. */
    boolean mayFetch(String key) {
        LocalObject object = memory.rows().find(key);
        return object != null && mayFetch(object);
    }

    private boolean mayFetch(LocalObject object) {
        return !object.isLarge()
                && !object.holders().isEmpty()
                && !memory.hot().holds(object.key())
                && memory.hot().mayServe();
    }

    /** A fetch under way, with the requests that wait for it. Belongs to its loop. */
    private final class Running implements Peers.SmallReceiver {
        private final Map<String, Running> fetches;
        private final LocalObject object;
        private final Node holder;
        private final KnownHolderFetch fetch;
        private final List<ColdDocuments.Receiver> receivers = new ArrayList<>(1);
        private boolean refused;

        Running(Map<String, Running> fetches, LocalObject object, Node holder, KnownHolderFetch.Kind kind) {
            this.fetches = fetches;
            this.object = object;
            this.holder = holder;
            this.fetch = kind.of(object, holder);
        }

        boolean begin(Executor loop, ColdDocuments.Receiver first) {
            receivers.add(first);
            fetches.put(object.key(), this);
            boolean begun = false;
            try {
                begun = fetch.ask(clusterPeers.peers(), loop, this);
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
            fetches.remove(object.key(), this);
            FetchedDocument response = null;
            try {
                response = response(answer);
            } finally {
                if (response == null) {
                    receivers.forEach(receiver -> receiver.done(null));
                }
            }
            if (response != null) {
                serve(response);
            }
        }

        private @Nullable FetchedDocument response(SmallAnswer answer) {
            switch (answer) {
                case SmallAnswer.NotHeld none -> {
                    memory.statistics().count(Event.WRONG_HINTS);
                    forgetHolder();
                    return null;
                }
                case SmallAnswer.Failed failed -> {
                    if (!refused) {
                        memory.statistics().count(Event.PEER_FAILURES);
                        // The worker path asks the entry owner, and does not wait for this holder once more.
                        object.notHeld(holder.tag());
                    }
                    return null;
                }
                case SmallAnswer given -> {
                    FetchedDocument response = memory.hot().mayServe() ? fetch.response(given) : null;
                    memory.statistics().count(response == null ? Event.WRONG_HINTS : Event.PEER_FETCHES);
                    return response;
                }
            }
        }

        private void forgetHolder() {
            object.notHeld(holder.tag());
            clusterPeers.table().notHeld(object.key(), holder.tag());
        }

        private void serve(FetchedDocument response) {
            try {
                for (ColdDocuments.Receiver receiver : receivers) {
                    object.countAccess();
                    response.document().tryRetain();
                    receiver.done(response);
                }
            } finally {
                if (!threads.submit(() -> keep(response))) {
                    response.document().release();
                }
            }
        }

        private void keep(FetchedDocument response) {
            try {
                // An entry that was forgotten meanwhile hears of no change; others are forgotten before this one now.
                if (memory.rows().asked(object.key()) == object) {
                    fetch.keep();
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
