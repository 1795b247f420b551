package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A home's plan of replication: the servers that are to hold copies of each of its documents, as far as the home knows.
 * Immutable, except for a {@link #draft}.
 */
public final class ReplicationPlan {
    private static final ReplicationPlan EMPTY = new ReplicationPlan(new TreeMap<>(), new TreeMap<>());

    /** By document; never an empty list. */
    private SortedMap<String, Placed> documents;

    private SortedMap<String, Long> bytesAt;
    /** True for a draft that was changed, whose maps are its own. */
    private boolean changed;
    /** The same documents as a hash table, for the lookup of each link of a page; made on first use. */
    private volatile @Nullable Map<String, Placed> byPath;

    private ReplicationPlan(SortedMap<String, Placed> documents, SortedMap<String, Long> bytesAt) {
        this.documents = documents;
        this.bytesAt = bytesAt;
    }

    /**
     * The servers that are to hold copies of a document.
     *
     * @param bytes size of the document when that was decided, or when the plan was last {@linkplain
     * ReplicationPlan#fitted fitted}
     * @param migrated true if links never lead home
     */
    public record Placed(long bytes, List<String> servers, boolean migrated) {
        public Placed {
            servers = List.copyOf(servers);
        }
    }

    public static ReplicationPlan empty() {
        return EMPTY;
    }

    public Map<String, Placed> documents() {
        return documents;
    }

    /** The placement of a document; null if it is only at home. A fast lookup, for many threads. */
    public @Nullable Placed find(String path) {
        Map<String, Placed> known = byPath;
        if (known == null) {
            known = new HashMap<>(documents);
            byPath = known;
        }
        return known.get(path);
    }

    /** The servers with a copy; empty if the document is only at home. */
    public List<String> holders(String path) {
        Placed placed = documents.get(path);
        return placed == null ? List.of() : placed.servers();
    }

    /** All servers that are to hold something, or were. */
    public Set<String> servers() {
        return Set.copyOf(bytesAt.keySet());
    }

    public long bytesAt(String server) {
        return bytesAt.getOrDefault(server, 0L);
    }

    /** The documents that a server is to hold, by path. */
    public List<String> heldBy(String server) {
        return documents.entrySet().stream()
                .filter(entry -> entry.getValue().servers().contains(server))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The size of a document that has copies; 0 for others. */
    long bytes(String path) {
        Placed known = documents.get(path);
        return known == null ? 0 : known.bytes();
    }

    public ReplicationPlan with(ReplicationDecision decision) {
        return with(List.of(decision));
    }

    /** Returns the plan after decisions, in their order. */
    public ReplicationPlan with(List<ReplicationDecision> decisions) {
        return changed(draft -> decisions.forEach(draft::apply));
    }

    /** Returns the plan without the copy that a server has reported as evicted. */
    public ReplicationPlan gone(String path, String server) {
        return changed(draft -> draft.remove(path, server));
    }

    /**
     * Returns the plan with the present sizes of documents, so that the sums of their holders are those of the bytes
     * that they will hold.
     *
     * @param bytes size of a document; negative for one that may no longer be replicated, which is removed
     */
    public ReplicationPlan fitted(ToLongFunction<String> bytes) {
        return changed(draft -> documents.forEach((path, placed) -> {
            long now = bytes.applyAsLong(path);
            if (now < 0) {
                placed.servers().forEach(server -> draft.remove(path, server));
            } else {
                draft.resized(path, now);
            }
        }));
    }

    public ReplicationPlan without(String server) {
        return changed(draft -> heldBy(server).forEach(path -> draft.remove(path, server)));
    }

    /**
     * The same plan, for one thread to change step by step. Its maps are copied once, at the first change, since a
     * round's decisions are many and so are the documents.
     */
    ReplicationPlan draft() {
        return new ReplicationPlan(documents, bytesAt);
    }

    private ReplicationPlan changed(Consumer<ReplicationPlan> change) {
        ReplicationPlan draft = draft();
        change.accept(draft);
        return draft.changed ? draft : this;
    }

    /** Changes a draft. */
    void apply(ReplicationDecision decision) {
        switch (decision) {
            case ReplicationDecision.Replicate more -> placed(more.path(), more.bytes(), more.server(), false);
            case ReplicationDecision.Migrate move -> {
                holders(move.path()).forEach(server -> remove(move.path(), server));
                placed(move.path(), move.bytes(), move.server(), true);
            }
            case ReplicationDecision.Revoke less -> remove(less.path(), less.server());
            case ReplicationDecision.Swap swap -> {
                swap.out().forEach(out -> remove(out, swap.server()));
                placed(swap.in(), swap.bytes(), swap.server(), false);
            }
        }
    }

    private void remove(String path, String server) {
        Placed known = documents.get(path);
        if (known == null || !known.servers().contains(server)) {
            return;
        }
        change();
        List<String> others = new ArrayList<>(known.servers());
        others.remove(server);
        if (others.isEmpty()) {
            documents.remove(path);
        } else {
            documents.put(path, new Placed(known.bytes(), others, known.migrated()));
        }
        bytesAt.merge(server, -known.bytes(), Long::sum);
    }

    private void resized(String path, long bytes) {
        Placed known = documents.get(path);
        if (known == null || known.bytes() == bytes) {
            return;
        }
        change();
        documents.put(path, new Placed(bytes, known.servers(), known.migrated()));
        known.servers().forEach(server -> bytesAt.merge(server, bytes - known.bytes(), Long::sum));
    }

    private void placed(String path, long bytes, String server, boolean migrated) {
        Placed known = documents.get(path);
        if (known != null && known.servers().contains(server)) {
            return;
        }
        change();
        List<String> servers = new ArrayList<>(known == null ? List.of() : known.servers());
        servers.add(server);
        // The size at the first decision counts for all copies, so that removing them subtracts what was added.
        long size = known == null ? bytes : known.bytes();
        documents.put(path, new Placed(size, servers, migrated));
        bytesAt.merge(server, size, Long::sum);
    }

    private void change() {
        byPath = null;
        if (!changed) {
            documents = new TreeMap<>(documents);
            bytesAt = new TreeMap<>(bytesAt);
            changed = true;
        }
    }
}
