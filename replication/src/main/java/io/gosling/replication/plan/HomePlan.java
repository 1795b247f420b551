package io.gosling.replication.plan;

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
 * Immutable.
 */
public final class HomePlan {
    private static final HomePlan EMPTY = new HomePlan(new TreeMap<>(), new TreeMap<>());

    /** By document; never an empty list. */
    private final SortedMap<String, Placed> documents;

    private final SortedMap<String, Long> bytesAt;
    /** The same documents as a hash table, for the lookup of each link of a page; made on first use. */
    private volatile @Nullable Map<String, Placed> byPath;

    private HomePlan(SortedMap<String, Placed> documents, SortedMap<String, Long> bytesAt) {
        this.documents = documents;
        this.bytesAt = bytesAt;
    }

    /**
     * The servers that are to hold copies of a document.
     *
     * @param bytes size of the document when that was decided, or when the plan was last {@linkplain HomePlan#fitted
     *     fitted}
     * @param migrated true if links never lead home
     */
    public record Placed(long bytes, List<String> servers, boolean migrated) {
        public Placed {
            servers = List.copyOf(servers);
        }
    }

    public static HomePlan empty() {
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
        return draft().heldBy(server);
    }

    public HomePlan with(Decision decision) {
        return with(List.of(decision));
    }

    /** Returns the plan after decisions, in their order. */
    public HomePlan with(List<Decision> decisions) {
        return changed(draft -> decisions.forEach(draft::apply));
    }

    /** Returns the plan without the copy that a server has reported as evicted. */
    public HomePlan gone(String path, String server) {
        return changed(draft -> draft.gone(path, server));
    }

    /**
     * Returns the plan with the present sizes of documents, so that the sums of their holders are those of the bytes
     * that they will hold.
     *
     * @param bytes size of a document; negative for one that may no longer be replicated, which is removed
     */
    public HomePlan fitted(ToLongFunction<String> bytes) {
        return changed(draft -> documents.forEach((path, placed) -> {
            long now = bytes.applyAsLong(path);
            if (now < 0) {
                placed.servers().forEach(server -> draft.gone(path, server));
            } else {
                draft.resized(path, now);
            }
        }));
    }

    public HomePlan without(String server) {
        return changed(draft -> heldBy(server).forEach(path -> draft.gone(path, server)));
    }

    PlanDraft draft() {
        return new PlanDraft(documents, bytesAt);
    }

    private HomePlan changed(Consumer<PlanDraft> change) {
        PlanDraft draft = draft();
        change.accept(draft);
        return draft.isChanged() ? new HomePlan(draft.documents(), draft.bytesAt()) : this;
    }
}
