package io.gosling.replication.home;

import io.gosling.replication.members.CopyTraffic;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the other servers have answered with copies of this one's documents, as they say: what it was spared. For many
 * threads. A report that is lost is missing here, and one that comes again, or after a later one, does not count.
 */
public final class Offload {
    private final Map<String, Map<String, Said>> byPath = new ConcurrentHashMap<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /**
     * Of one server about one document.
     *
     * @param number of its last question that said so
     */
    private record Said(long number, CopyTraffic answers) {}

    /**
     * A server says what it has answered since it said so last.
     *
     * @param number of the question that says it, which grows
     */
    void said(String path, String server, long number, CopyTraffic more) {
        boolean[] later = {false};
        byPath.computeIfAbsent(path, none -> new ConcurrentHashMap<>()).compute(server, (name, before) -> {
            later[0] = before == null || before.number() < number;
            return later[0]
                    ? new Said(number, before == null ? more : before.answers().plus(more))
                    : before;
        });
        if (later[0]) {
            requests.add(more.requests());
            bytes.add(more.bytes());
        }
    }

    /** With copies of one document, by all servers. */
    public CopyTraffic of(String path) {
        return byPath.getOrDefault(path, Map.of()).values().stream()
                .map(Said::answers)
                .reduce(CopyTraffic.NONE, CopyTraffic::plus);
    }

    /** All since the start, of documents that are no more as well. */
    public CopyTraffic sum() {
        return new CopyTraffic(requests.sum(), bytes.sum());
    }

    /** Forgets what is no document any more. */
    void retain(Set<String> paths) {
        byPath.keySet().retainAll(paths);
    }
}
