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

/** Which servers are to hold copies of which of a home's documents, as the home believes. Immutable. */
public final class HomePlan {
    private static final HomePlan EMPTY = new HomePlan(new TreeMap<>(), new TreeMap<>());

    /** By document; never an empty list. */
    private final SortedMap<String, Placed> documents;

    private final SortedMap<String, Long> bytesAt;
    /** The same documents, for pages, which ask for each that they lead to; made when somebody asks first. */
    private volatile @Nullable Map<String, Placed> byPath;

    private HomePlan(SortedMap<String, Placed> documents, SortedMap<String, Long> bytesAt) {
        this.documents = documents;
        this.bytesAt = bytesAt;
    }

    /**
     * Where a document's copies are to be.
     *
     * @param bytes of the document when that was decided, or when the plan was last {@linkplain HomePlan#fitted fitted}
     * @param migrated whether links never lead home
     */
    public record Placed(long bytes, List<String> servers, boolean migrated) {
        public Placed {
            servers = List.copyOf(servers);
        }
    }

    /** One without copies. */
    public static HomePlan empty() {
        return EMPTY;
    }

    /** The documents with copies, by path. */
    public Map<String, Placed> documents() {
        return documents;
    }

    /** Where a document's copies are to be; null where it is at home alone. As fast as it can be found, for many threads. */
    public @Nullable Placed find(String path) {
        Map<String, Placed> known = byPath;
        if (known == null) {
            known = new HashMap<>(documents);
            byPath = known;
        }
        return known.get(path);
    }

    /** The servers with a copy; empty where the document is at home alone. */
    public List<String> holders(String path) {
        Placed placed = documents.get(path);
        return placed == null ? List.of() : placed.servers();
    }

    /** All servers that are to hold something, or were. */
    public Set<String> servers() {
        return Set.copyOf(bytesAt.keySet());
    }

    /** Bytes of the copies that this server is to hold. */
    public long bytesAt(String server) {
        return bytesAt.getOrDefault(server, 0L);
    }

    /** The documents that a server is to hold, by path. */
    public List<String> heldBy(String server) {
        return draft().heldBy(server);
    }

    /** The plan after a decision. */
    public HomePlan with(Decision decision) {
        return with(List.of(decision));
    }

    /** After decisions, in their order. */
    public HomePlan with(List<Decision> decisions) {
        return changed(draft -> decisions.forEach(draft::apply));
    }

    /** Without the copy that a server says it has evicted. */
    public HomePlan gone(String path, String server) {
        return changed(draft -> draft.gone(path, server));
    }

    /**
     * With the sizes that documents have now, so that the sums of their holders are those of the bytes they will have.
     *
     * @param bytes of a document; negative for one that can be given no more, which goes
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

    /** Without a server that has left or does not answer: new pages lead to it no more. */
    public HomePlan without(String server) {
        return changed(draft -> heldBy(server).forEach(path -> draft.gone(path, server)));
    }

    /** To be changed step by step; this plan is not. */
    PlanDraft draft() {
        return new PlanDraft(documents, bytesAt);
    }

    /** Itself where nothing is changed by it. */
    private HomePlan changed(Consumer<PlanDraft> change) {
        PlanDraft draft = draft();
        change.accept(draft);
        return draft.isChanged() ? new HomePlan(draft.documents(), draft.bytesAt()) : this;
    }
}
