package io.gosling.replication.home;

import io.gosling.replication.members.CopyTraffic;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the responses of other servers from copies of this server's documents, as they report them: the load that this
 * server was spared. For many threads. A lost report is missing here; a report that is repeated, or arrives after a
 * later one, does not count.
 */
public final class OffloadedResponseCounter {
    private final Map<String, Map<String, Said>> byPath = new ConcurrentHashMap<>();
    private final LongAdder requests = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    /** The reports of a server about a document, up to a request number. */
    private record Said(long number, CopyTraffic answers) {}

    /** Adds a server's report, by the growing number of its request. */
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

    /** The responses from copies of one document, by all servers. */
    public CopyTraffic of(String path) {
        return byPath.getOrDefault(path, Map.of()).values().stream()
                .map(Said::answers)
                .reduce(CopyTraffic.NONE, CopyTraffic::plus);
    }

    /** The sum since the start, including documents that no longer exist. */
    public CopyTraffic sum() {
        return new CopyTraffic(requests.sum(), bytes.sum());
    }

    void retain(Set<String> paths) {
        byPath.keySet().retainAll(paths);
    }
}
