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
        Mechanism mechanism,
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
    static final String CSV_HEAD = "mechanism,connections,bytes,seconds,connections_per_s,bytes_per_s,wrong,failed,"
            + "resets,after_return,sessions_left,exit_status,drops\n";

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

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%d,%.1f,%.1f,%.0f,%d,%d,%d,%d,%d,%d,%s%n",
                mechanism.label(),
                connections,
                bytes,
                seconds,
                connections / seconds,
                bytes / seconds,
                wrong,
                failures(),
                resets,
                afterReturn,
                sessions,
                status,
                drops(":", " "));
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %.2f | %.0f | %.0f | %.1f | %d | %d | %d | %,d | %d | %s |%n",
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
                drops(" ", ", "));
    }

    private long failures() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    private String drops(String number, String next) {
        return dropped.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(drop -> drop.getKey() + number + drop.getValue())
                .collect(Collectors.joining(next));
    }

    /** Of all dispatchers. */
    static String markdown(Map<String, String> head, List<EnduranceResult> results, List<String> faults) {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| dispatcher | connections | GB | seconds | connections/s | MB/s | wrong | failed | resets |"
                + " for the back-end that came back | sessions left | dropped |\n"
                + "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n");
        results.forEach(result -> text.append(result.line()));
        text.append('\n');
        text.append(
                faults.isEmpty()
                        ? "Every byte was right; no namespace, process or session is left.\n"
                        : "Not as it should be: " + String.join("; ", faults) + ".\n");
        return text.toString();
    }
}
