package io.gosling.bench.packet;

import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The status that a packet dispatcher reports.
 *
 * @param dropped packets that went nowhere, by why, without those of which there are none
 */
public record DispatcherStatus(long sessions, Map<String, Long> dropped, List<Backend> backends) {
    /** One back-end. */
    public record Backend(String mac, boolean ready, long sessions, long begun) {}

    public static DispatcherStatus of(String json) throws IOException {
        Map<?, ?> status = AdminClient.parse(json);
        List<Backend> backends = new ArrayList<>();
        for (Map<?, ?> one : StatusReport.list(status, "backends")) {
            String mac = StatusReport.text(one, "mac");
            boolean ready = StatusReport.text(one, "state").equals("ready");
            backends.add(new Backend(mac, ready, number(one, "sessions"), number(one, "begun")));
        }
        return new DispatcherStatus(
                number(StatusReport.map(status, "sessions"), "all"), counts(status, "dropped"), backends);
    }

    /** The counts above 0 of an object within another. */
    static Map<String, Long> counts(Map<?, ?> object, String key) {
        Map<?, ?> counted = StatusReport.map(object, key);
        Map<String, Long> counts = new TreeMap<>();
        counted.keySet().forEach(name -> counts.put(name.toString(), number(counted, name.toString())));
        counts.values().removeIf(count -> count == 0);
        return counts;
    }

    private static long number(Map<?, ?> object, String key) {
        return (long) StatusReport.number(object, key);
    }

    public long ready() {
        return backends.stream().filter(Backend::ready).count();
    }

    Optional<Backend> backend(String mac) {
        return backends.stream().filter(one -> one.mac().equals(mac)).findFirst();
    }
}
