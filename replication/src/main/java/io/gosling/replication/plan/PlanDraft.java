package io.gosling.replication.plan;

import io.gosling.replication.plan.HomePlan.Placed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A mutable draft of a plan, changed step by step. The plan's maps are copied once, at the first change, since a
 * round's decisions are many and so are the documents. Used by one thread.
 */
final class PlanDraft {
    private SortedMap<String, Placed> documents;
    private SortedMap<String, Long> bytesAt;
    private boolean changed;

    /** Copies both before a change. */
    PlanDraft(SortedMap<String, Placed> documents, SortedMap<String, Long> bytesAt) {
        this.documents = documents;
        this.bytesAt = bytesAt;
    }

    boolean isChanged() {
        return changed;
    }

    SortedMap<String, Placed> documents() {
        return documents;
    }

    SortedMap<String, Long> bytesAt() {
        return bytesAt;
    }

    List<String> holders(String path) {
        Placed known = documents.get(path);
        return known == null ? List.of() : known.servers();
    }

    long bytes(String path) {
        Placed known = documents.get(path);
        return known == null ? 0 : known.bytes();
    }

    long bytesAt(String server) {
        return bytesAt.getOrDefault(server, 0L);
    }

    List<String> heldBy(String server) {
        return documents.entrySet().stream()
                .filter(entry -> entry.getValue().servers().contains(server))
                .map(Map.Entry::getKey)
                .toList();
    }

    void apply(Decision decision) {
        switch (decision) {
            case Decision.Replicate more -> placed(more.path(), more.bytes(), more.server(), false);
            case Decision.Migrate move -> {
                holders(move.path()).forEach(server -> gone(move.path(), server));
                placed(move.path(), move.bytes(), move.server(), true);
            }
            case Decision.Revoke less -> gone(less.path(), less.server());
            case Decision.Swap swap -> {
                swap.out().forEach(out -> gone(out, swap.server()));
                placed(swap.in(), swap.bytes(), swap.server(), false);
            }
        }
    }

    void gone(String path, String server) {
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

    void resized(String path, long bytes) {
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
        if (!changed) {
            documents = new TreeMap<>(documents);
            bytesAt = new TreeMap<>(bytesAt);
            changed = true;
        }
    }
}
