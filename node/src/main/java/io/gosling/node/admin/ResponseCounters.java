package io.gosling.node.admin;

import io.gosling.common.DurationHistogram;
import io.gosling.common.EventCounters;
import io.gosling.document.ResponseSource;
import io.gosling.http.CompletedResponseListener;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts answers by source, by class of status, and their bytes and time: each answer once.
 *
 * <p>Event loops update it, without lock or allocation; the admin API's threads read it.
 */
public final class ResponseCounters implements CompletedResponseListener {
    private static final int CLASSES = 6;
    private static final List<ResponseSource> FETCHED = List.of(
            ResponseSource.HOME_MEMORY,
            ResponseSource.PEER_MEMORY,
            ResponseSource.LOCAL_DISK,
            ResponseSource.HOME_DISK,
            ResponseSource.ORIGIN);

    private final EventCounters<ResponseSource> from = new EventCounters<>(ResponseSource.class, ResponseSource::label);
    private final EventCounters<ResponseSource> bytes =
            new EventCounters<>(ResponseSource.class, ResponseSource::label);
    private final LongAdder[] statuses =
            Stream.generate(LongAdder::new).limit(CLASSES).toArray(LongAdder[]::new);
    final DurationHistogram durations = DurationHistogram.ofRequests();

    @Override
    public void answered(ResponseSource kind, int status, long sent, long nanos) {
        from.count(kind);
        statuses[status >= 100 && status < 100 * CLASSES ? status / 100 : 0].increment();
        bytes.add(kind, sent);
        durations.add(nanos);
    }

    /** Answers with a status of this class, 1 to 5; 0 for statuses out of range. */
    public long statusClass(int hundreds) {
        return statuses[hundreds].sum();
    }

    public long total() {
        return sum(from);
    }

    private static long sum(EventCounters<ResponseSource> counts) {
        return counts.snapshot().values().stream().mapToLong(Long::longValue).sum();
    }

    public long bytes() {
        return sum(bytes);
    }

    /** The mean body size, in bytes, of the answers that did not come from this node's memory; 0 if there was none. */
    public long meanFetched() {
        long answers = 0;
        long sent = 0;
        for (ResponseSource kind : FETCHED) {
            answers += from.of(kind);
            sent += bytes.of(kind);
        }
        return answers == 0 ? 0 : sent / answers;
    }

    public Map<String, Long> byKind() {
        return from.snapshot();
    }
}
