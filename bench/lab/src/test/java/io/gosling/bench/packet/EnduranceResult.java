package io.gosling.bench.packet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The results of an endurance run against one dispatcher.
 *
 * @param wrong connections with a byte that was not the one that was sent
 * @param failed others that did not end well, by why
 * @param resets segments with RST that client and back-ends have sent
 * @param afterReturn sessions that the back-end was given when it had come back
 * @param sessions that the dispatcher remembers when all are to be over
 * @param status with which the dispatcher's process has ended
 * @param dropped packets, by why
 * @param late the conditions that were not met in time
 */
record EnduranceResult(
        ForwarderKind mechanism,
        Endurance.Amount amount,
        long connections,
        long bytes,
        double seconds,
        long wrong,
        Map<String, Long> failed,
        long resets,
        long afterReturn,
        long sessions,
        int status,
        Map<String, Long> dropped,
        List<String> late) {
    EnduranceResult {
        failed = Map.copyOf(failed);
        dropped = Map.copyOf(dropped);
        late = List.copyOf(late);
    }

    List<String> faults() {
        List<String> faults = new ArrayList<>(late);
        require(faults, connections >= amount.connections(), connections + " connections of " + amount.connections());
        require(faults, bytes >= amount.bytes(), bytes + " bytes of " + amount.bytes());
        require(faults, wrong == 0, wrong + " connections with wrong bytes");
        require(faults, failed.isEmpty(), "failed: " + failed);
        require(faults, resets == 0, resets + " resets");
        require(faults, afterReturn > 0, "no session for the back-end that came back");
        require(faults, sessions == 0, sessions + " sessions are left");
        require(faults, status == 0, "the dispatcher ended with status " + status);
        return faults.stream().map(fault -> mechanism.label() + ": " + fault).toList();
    }

    private static void require(List<String> faults, boolean holds, String otherwise) {
        if (!holds) {
            faults.add(otherwise);
        }
    }

    /** A row of a table in Markdown. */
    String line() {
        return String.format(
                Locale.ROOT,
                "| `%s` | %,d | %.2f | %.0f | %.0f | %.1f | %d | %d | %d | %,d | %d | %s |",
                mechanism.label(),
                connections,
                bytes / 1e9,
                seconds,
                connections / seconds,
                bytes / 1e6 / seconds,
                wrong,
                failures(),
                resets,
                afterReturn,
                sessions,
                dropped.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(drop -> drop.getKey() + " " + drop.getValue())
                        .collect(Collectors.joining(", ")));
    }

    private long failures() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }
}
