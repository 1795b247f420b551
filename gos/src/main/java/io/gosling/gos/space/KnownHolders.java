package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.MemoryIntake;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.objecttable.LocalObject;
import io.gosling.http.documents.ColdDocuments;
import io.gosling.http.documents.FetchedDocument;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Fetches small objects for event loops from the memories of holders that this node knows of. What the holder does not
 * give at once, fresh, and of the latest version known here, is left to the worker path, which asks others.
 *
 * <p>The response does not wait for the digest: a thread of {@link FileReads} verifies the bytes before they are
 * stored. Requests of one loop for one object share a fetch. Called by event loops; no lock.
 */
public final class KnownHolders {
    private static final Logger LOG = System.getLogger(KnownHolders.class.getName());

    private final NodeMemory memory;
    private final ClusterPeers clusterPeers;
    private final MemoryIntake intake;
    private final FileReads threads;

    /** The fetches under way, by loop and key; each map belongs to its loop. */
    private final Map<EventLoop, Map<String, Running>> loops = new ConcurrentHashMap<>();

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
    public boolean fetch(String key, EventLoop loop, ColdDocuments.Receiver receiver, KnownHolderFetch.Kind kind) {
        LocalObject object = memory.rows().find(key);
        if (object == null
                || object.isLarge()
                || object.holders().isEmpty()
                || memory.hot().holds(key)
                || !memory.hot().mayServe()) {
            return false;
        }
        Map<String, Running> fetches = loops.computeIfAbsent(loop, first -> new HashMap<>());
        Running other = fetches.get(key);
        if (other != null) {
            return other.join(receiver);
        }
        List<Node> holders = HolderChoice.choose(
                object.holders(), null, clusterPeers.book(), clusterPeers.loads()::of, object.hashCode());
        return !holders.isEmpty()
                && new Running(fetches, object, holders.getFirst(), kind).begin(loop, receiver);
    }

    private static void release(FetchedDocument response) {
        response.document().release();
    }

    /** A fetch under way, with the requests that wait for it. Belongs to its loop. */
    private final class Running implements Peers.SmallReceiver {
        private final Map<String, Running> fetches;
        private final LocalObject object;
        private final Node holder;
        private final KnownHolderFetch fetch;
        private final List<ColdDocuments.Receiver> receivers = new ArrayList<>(1);

        Running(Map<String, Running> fetches, LocalObject object, Node holder, KnownHolderFetch.Kind kind) {
            this.fetches = fetches;
            this.object = object;
            this.holder = holder;
            this.fetch = kind.of(object, holder);
        }

        boolean begin(EventLoop loop, ColdDocuments.Receiver first) {
            join(first);
            fetches.put(object.key(), this);
            boolean begun = false;
            try {
                begun = fetch.ask(clusterPeers.peers(), loop, this);
            } finally {
                if (!begun) {
                    fetches.remove(object.key());
                }
            }
            return begun;
        }

        /** A request on its own loop is wanted as long as it waits. */
        boolean join(ColdDocuments.Receiver receiver) {
            if (receiver.begins()) {
                receivers.add(receiver);
            }
            return true;
        }

        @Override
        public @Nullable ByteBuf room(long length) {
            if (length > Peers.SMALL) {
                object.large();
                return null;
            }
            return intake.destination(length);
        }

        @Override
        public void answered(SmallAnswer answer) {
            fetches.remove(object.key());
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
                    object.notHeld(holder.tag());
                    clusterPeers.table().notHeld(object.key(), holder.tag());
                    return null;
                }
                case SmallAnswer.Failed failed -> {
                    memory.statistics().count(Event.PEER_FAILURES);
                    return null;
                }
                case SmallAnswer given -> {
                    FetchedDocument response = memory.hot().mayServe() ? fetch.response(given) : null;
                    memory.statistics().count(response == null ? Event.WRONG_HINTS : Event.PEER_FETCHES);
                    return response;
                }
            }
        }

        private void serve(FetchedDocument response) {
            for (ColdDocuments.Receiver receiver : receivers) {
                object.countAccess();
                response.document().tryRetain();
                receiver.done(response);
            }
            if (!threads.submit(() -> keep(response))) {
                release(response);
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
            } finally {
                release(response);
            }
        }
    }
}
