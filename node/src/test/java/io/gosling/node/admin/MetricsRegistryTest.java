package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.ResponseSource;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetricsRegistryTest {
    private final ResponseCounters answers = new ResponseCounters();

    @Test
    void everyAnswerIsCountedOnceUnderItsKind() {
        answers.answered(ResponseSource.LOCAL_MEMORY, 200, 1000, 80_000);
        answers.answered(ResponseSource.LOCAL_MEMORY, 304, 0, 20_000);
        answers.answered(ResponseSource.PEER_MEMORY, 206, 500, 3_000_000);
        answers.answered(ResponseSource.ERROR, 404, 10, 2_000_000_000);
        try (MetricsRegistry metrics = metrics()) {
            String text = metrics.scrape();
            assertLine(text, "gosling_requests_total{from=\"local-memory\"} 2.0");
            assertLine(text, "gosling_requests_total{from=\"peer-memory\"} 1.0");
            assertLine(text, "gosling_requests_total{from=\"home-disk\"} 0.0");
            assertLine(text, "gosling_requests_total{from=\"error\"} 1.0");
            assertLine(text, "gosling_responses_total{status=\"2xx\"} 2.0");
            assertLine(text, "gosling_sent_bytes_total 1510.0");
            assertLine(text, "http_server_request_duration_seconds_bucket{le=\"1.0E-4\"} 2");
            assertLine(text, "http_server_request_duration_seconds_bucket{le=\"0.005\"} 3");
            assertLine(text, "http_server_request_duration_seconds_bucket{le=\"+Inf\"} 4");
            assertLine(text, "http_server_request_duration_seconds_count 4");
        }
    }

    private static void assertLine(String text, String line) {
        assertTrue(text.lines().anyMatch(line::equals), line + "\n" + text);
    }

    @Test
    void theKindsAddUpToTheTotalAndTheHistogram() {
        Random random = new Random(3);
        ResponseSource[] kinds = ResponseSource.values();
        for (int i = 0; i < 10_000; i++) {
            answers.answered(
                    kinds[random.nextInt(kinds.length)],
                    random.nextInt(700),
                    random.nextInt(9),
                    random.nextLong(20_000_000_000L));
        }
        assertEquals(10_000, answers.total());
        assertEquals(
                10_000,
                answers.byKind().values().stream().mapToLong(Long::longValue).sum());
        long timed = 0;
        for (long count : answers.durations.counts()) {
            timed += count;
        }
        assertEquals(10_000, timed);
    }

    @Test
    void theJvmAndOtherPartsAreReadWhenAsked() {
        long[] held = {1};
        try (MetricsRegistry metrics = metrics()) {
            metrics.gauge("gosling.objects", "Objects held", () -> held[0]);
            metrics.counter("gosling.evictions", "Objects evicted", () -> 2 * held[0]);
            held[0] = 7;
            System.gc();
            assertLine(metrics.scrape(), "gosling_objects 7.0");
            assertLine(metrics.scrape(), "gosling_evictions_total 14.0");
            assertTrue(metrics.scrape().contains("jvm_memory_used_bytes"));
            assertTrue(metrics.scrape().contains("process_uptime_seconds"));
        }
    }

    private MetricsRegistry metrics() {
        MetricsRegistry metrics = new MetricsRegistry();
        metrics.answers(answers);
        return metrics;
    }
}
