package io.gosling.node.admin;

import io.gosling.document.AnsweredFrom;
import io.gosling.http.AnswerLog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts answers by where they came from, by class of status, their bytes and their time: each answer once.
 *
 * <p>Told by event loops, without lock or allocation; read by the admin API's threads.
 */
public final class AnswerCounters implements AnswerLog {
    private static final int CLASSES = 6;

    private final LongAdder[] from = adders(AnsweredFrom.values().length);
    private final LongAdder[] statuses = adders(CLASSES);
    private final LongAdder bytes = new LongAdder();
    private final DurationHistogram durations = new DurationHistogram();

    @Override
    public void answered(AnsweredFrom kind, int status, long sent, long nanos) {
        from[kind.ordinal()].increment();
        statuses[status >= 100 && status < 100 * CLASSES ? status / 100 : 0].increment();
        bytes.add(sent);
        durations.record(nanos);
    }

    /** Answers of one kind since the start. */
    public long count(AnsweredFrom kind) {
        return from[kind.ordinal()].sum();
    }

    /** Answers with a status of this class, 1 to 5; 0 for statuses out of range. */
    public long statusClass(int hundreds) {
        return statuses[hundreds].sum();
    }

    /** All answers since the start. */
    public long total() {
        long total = 0;
        for (LongAdder kind : from) {
            total += kind.sum();
        }
        return total;
    }

    /** Body bytes sent since the start. */
    public long bytes() {
        return bytes.sum();
    }

    DurationHistogram durations() {
        return durations;
    }

    /** Label to count, for every kind, in the order of the kinds. */
    public Map<String, Long> byKind() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (AnsweredFrom kind : AnsweredFrom.values()) {
            counts.put(kind.label(), count(kind));
        }
        return counts;
    }

    private static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }
}
