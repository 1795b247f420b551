package io.gosling.replication.coop;

import io.gosling.replication.members.CopyTraffic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What this server has answered with its copies: in sum, and by document until its home has been told. For many threads,
 * without locks of its own.
 */
public final class CopyUsage {
    /** Documents of a home that are counted one by one: more are counted in sum alone. */
    private static final int MOST = 10_000;

    private final Map<String, Map<String, CopyTraffic>> untold = new ConcurrentHashMap<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** Counts answers with a copy. */
    public void add(ReplicaCopy copy, CopyTraffic more) {
        requests.add(more.requests());
        bytes.add(more.bytes());
        Map<String, CopyTraffic> documents = untold.computeIfAbsent(copy.home(), none -> new ConcurrentHashMap<>());
        if (documents.size() < MOST || documents.containsKey(copy.path())) {
            documents.merge(copy.path(), more, CopyTraffic::plus);
        }
    }

    /** What a home is to be told, by document: so many at most, which are not handed out again. */
    public Map<String, CopyTraffic> take(String home, int most) {
        Map<String, CopyTraffic> documents = untold.getOrDefault(home, Map.of());
        Map<String, CopyTraffic> taken = new HashMap<>();
        List<String> paths = documents.keySet().stream().limit(most).toList();
        for (String path : paths) {
            CopyTraffic answers = documents.remove(path);
            if (answers != null) {
                taken.put(path, answers);
            }
        }
        return taken;
    }

    /** Forgets what homes that are none any more were to be told. */
    public void retain(Set<String> homes) {
        untold.keySet().retainAll(homes);
    }

    /** All since the start. */
    public CopyTraffic sum() {
        return new CopyTraffic(requests.sum(), bytes.sum());
    }
}
