package io.gosling.node.admin;

import io.gosling.document.ResponseSource;
import io.gosling.http.ResponseListener;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts answers by source, by class of status, and their bytes and time: each answer once.
 *
 * <p>Event loops update it, without lock or allocation; the admin API's threads read it.
 */
public final class AnswerCounters implements ResponseListener {
    private static final int CLASSES = 6;
    private static final List<ResponseSource> FETCHED = List.of(
            ResponseSource.HOME_MEMORY,
            ResponseSource.PEER_MEMORY,
            ResponseSource.LOCAL_DISK,
            ResponseSource.HOME_DISK,
            ResponseSource.ORIGIN);

    private final LongAdder[] from = adders(ResponseSource.values().length);
    private final LongAdder[] statuses = adders(CLASSES);
    private final LongAdder[] bytes = adders(ResponseSource.values().length);
    final DurationHistogram durations = new DurationHistogram();

    @Override
    public void answered(ResponseSource kind, int status, long sent, long nanos) {
        from[kind.ordinal()].increment();
        statuses[status >= 100 && status < 100 * CLASSES ? status / 100 : 0].increment();
        bytes[kind.ordinal()].add(sent);
        durations.record(nanos);
    }

    public long count(ResponseSource kind) {
        return from[kind.ordinal()].sum();
    }

    /** Answers with a status of this class, 1 to 5; 0 for statuses out of range. */
    public long statusClass(int hundreds) {
        return statuses[hundreds].sum();
    }

    public long total() {
        return sum(from);
    }

    private static long sum(LongAdder... counts) {
        return Arrays.stream(counts).mapToLong(LongAdder::sum).sum();
    }

    public long bytes() {
        return sum(bytes);
    }

    /** The mean body size, in bytes, of the answers that did not come from this node's memory; 0 if there was none. */
    public long meanFetched() {
        long answers = 0;
        long sent = 0;
        for (ResponseSource kind : FETCHED) {
            answers += from[kind.ordinal()].sum();
            sent += bytes[kind.ordinal()].sum();
        }
        return answers == 0 ? 0 : sent / answers;
    }

    public Map<String, Long> byKind() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (ResponseSource kind : ResponseSource.values()) {
            counts.put(kind.label(), count(kind));
        }
        return counts;
    }

    private static LongAdder[] adders(int count) {
        return Stream.generate(LongAdder::new).limit(count).toArray(LongAdder[]::new);
    }
}
