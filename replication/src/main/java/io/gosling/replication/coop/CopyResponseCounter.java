package io.gosling.replication.coop;

import io.gosling.replication.members.CopyTraffic;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the responses of this server from its copies: in sum, and by document until it was reported to the home. For
 * many threads, without locks of its own.
 */
public final class CopyResponseCounter {
    private static final int MOST = 10_000;

    private final Map<String, Map<String, CopyTraffic>> untold = new ConcurrentHashMap<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    public void add(ReplicaCopy copy, CopyTraffic more) {
        requests.add(more.requests());
        bytes.add(more.bytes());
        Map<String, CopyTraffic> documents = untold.computeIfAbsent(copy.home(), none -> new ConcurrentHashMap<>());
        if (documents.size() < MOST || documents.containsKey(copy.path())) {
            documents.merge(copy.path(), more, CopyTraffic::plus);
        }
    }

    /** Removes and returns the counts that are to be reported to a home, by document: so many documents at most. */
    public Map<String, CopyTraffic> take(String home, int most) {
        Map<String, CopyTraffic> documents = untold.getOrDefault(home, Map.of());
        Map<String, CopyTraffic> taken = new HashMap<>();
        for (String path : documents.keySet().stream().limit(most).toList()) {
            CopyTraffic answers = documents.remove(path);
            if (answers != null) {
                taken.put(path, answers);
            }
        }
        return taken;
    }

    public void retain(Set<String> homes) {
        untold.keySet().retainAll(homes);
    }

    public CopyTraffic sum() {
        return new CopyTraffic(requests.sum(), bytes.sum());
    }
}
