package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
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
     * @param bytes of the document when that was decided, or when it was last {@link #resized}
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

    /** Bytes of a document with copies; 0 of any other. */
    long bytes(String path) {
        Placed placed = documents.get(path);
        return placed == null ? 0 : placed.bytes();
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
        return documents.entrySet().stream()
                .filter(entry -> entry.getValue().servers().contains(server))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The plan after a decision. */
    public HomePlan with(Decision decision) {
        return switch (decision) {
            case Decision.Replicate more -> placed(more.path(), more.bytes(), more.server(), false);
            case Decision.Migrate move -> gone(move.path()).placed(move.path(), move.bytes(), move.server(), true);
            case Decision.Revoke less -> gone(less.path(), less.server());
            case Decision.Swap swap -> {
                HomePlan plan = this;
                for (String out : swap.out()) {
                    plan = plan.gone(out, swap.server());
                }
                yield plan.placed(swap.in(), swap.bytes(), swap.server(), false);
            }
        };
    }

    /** After decisions, in their order. */
    public HomePlan with(List<Decision> decisions) {
        HomePlan plan = this;
        for (Decision decision : decisions) {
            plan = plan.with(decision);
        }
        return plan;
    }

    /** Without the copy that a server says it has evicted. */
    public HomePlan gone(String path, String server) {
        Placed placed = documents.get(path);
        if (placed == null || !placed.servers().contains(server)) {
            return this;
        }
        List<String> others = new ArrayList<>(placed.servers());
        others.remove(server);
        TreeMap<String, Placed> fewer = new TreeMap<>(documents);
        if (others.isEmpty()) {
            fewer.remove(path);
        } else {
            fewer.put(path, new Placed(placed.bytes(), others, placed.migrated()));
        }
        TreeMap<String, Long> less = new TreeMap<>(bytesAt);
        less.merge(server, -placed.bytes(), Long::sum);
        return new HomePlan(fewer, less);
    }

    /** With the size that a document has now, so that the sums of its holders are those of the bytes they will have. */
    public HomePlan resized(String path, long bytes) {
        Placed placed = documents.get(path);
        if (placed == null || placed.bytes() == bytes) {
            return this;
        }
        TreeMap<String, Placed> same = new TreeMap<>(documents);
        same.put(path, new Placed(bytes, placed.servers(), placed.migrated()));
        TreeMap<String, Long> sums = new TreeMap<>(bytesAt);
        placed.servers().forEach(server -> sums.merge(server, bytes - placed.bytes(), Long::sum));
        return new HomePlan(same, sums);
    }

    /** Without a server that has left or does not answer: new pages lead to it no more. */
    public HomePlan without(String server) {
        HomePlan plan = this;
        for (String path : heldBy(server)) {
            plan = plan.gone(path, server);
        }
        return plan;
    }

    private HomePlan gone(String path) {
        HomePlan plan = this;
        for (String server : holders(path)) {
            plan = plan.gone(path, server);
        }
        return plan;
    }

    private HomePlan placed(String path, long bytes, String server, boolean migrated) {
        Placed known = documents.get(path);
        if (known != null && known.servers().contains(server)) {
            return this;
        }
        List<String> servers = new ArrayList<>(known == null ? List.of() : known.servers());
        servers.add(server);
        // What was decided of the size first counts for all copies, so that taking them off takes off what was added.
        long size = known == null ? bytes : known.bytes();
        TreeMap<String, Placed> more = new TreeMap<>(documents);
        more.put(path, new Placed(size, servers, migrated));
        TreeMap<String, Long> sums = new TreeMap<>(bytesAt);
        sums.merge(server, size, Long::sum);
        return new HomePlan(more, sums);
    }
}
