package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.bench.experiment.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonResultTest {
    private final List<ComparisonSample> samples = new ArrayList<>();

    private void rounds(ComparisonRow row, String server, double... values) {
        for (int i = 0; i < values.length; i++) {
            samples.add(new ComparisonSample(row, i + 1, server, values[i], 1000, 1, 0.01));
        }
    }

    @Test
    void roundsAreComparedWithEachOtherAndTheBetterNginxCounts() {
        rounds(ComparisonRow.KB_1, "gosling", 8, 12, 6);
        rounds(ComparisonRow.KB_1, "nginx", 8, 10, 10);
        rounds(ComparisonRow.KB_1, "nginx sendfile", 20, 20, 20);
        rounds(ComparisonRow.KB_1, "haproxy", 1, 1, 1);
        rounds(ComparisonRow.KB_10, "gosling", 100);
        assertEquals(
                Optional.of(new ComparisonResult(ComparisonRow.KB_1, new MedianInterval(1, 0.6, 1.2))),
                ComparisonResult.of(ComparisonRow.KB_1, samples));
        assertEquals(Optional.empty(), ComparisonResult.of(ComparisonRow.KB_10, samples), "nobody to compare with");
        assertEquals(Optional.empty(), ComparisonResult.of(ComparisonRow.TLS, samples), "not measured");
    }

    @Test
    void aYardstickThatMissedRoundsIsNone() {
        rounds(ComparisonRow.KB_1, "gosling", 8, 8);
        rounds(ComparisonRow.KB_1, "nginx", 4);
        rounds(ComparisonRow.KB_1, "nginx sendfile", 16, 16);
        assertEquals(
                0.5,
                ComparisonResult.of(ComparisonRow.KB_1, samples)
                        .orElseThrow()
                        .interval()
                        .median());
    }

    @Test
    void bytesStandForThemselvesAndLoopsAreComparedWithOne() {
        rounds(ComparisonRow.IDLE, "gosling", 3000, 3100, 2900);
        rounds(ComparisonRow.IDLE, "nginx", 500, 500, 500);
        rounds(ComparisonRow.LOOPS, "gosling", 9);
        rounds(ComparisonRow.LOOPS, "one loop", 10);
        assertEquals(
                3000,
                ComparisonResult.of(ComparisonRow.IDLE, samples)
                        .orElseThrow()
                        .interval()
                        .median());
        assertEquals(
                0.9,
                ComparisonResult.of(ComparisonRow.LOOPS, samples)
                        .orElseThrow()
                        .interval()
                        .median());
    }

    @Test
    void aFrontEndIsComparedWithHaproxyAndAChainWithAChain() {
        rounds(ComparisonRow.PROXY_1K, "gosling", 9);
        rounds(ComparisonRow.PROXY_1K, "nginx", 8);
        rounds(ComparisonRow.PROXY_1K, "haproxy", 10);
        rounds(ComparisonRow.CHAIN_1K, "gosling", 21);
        assertEquals(
                0.9,
                ComparisonResult.of(ComparisonRow.PROXY_1K, samples)
                        .orElseThrow()
                        .interval()
                        .median());
        assertEquals(Optional.empty(), ComparisonResult.of(ComparisonRow.CHAIN_1K, samples), "nobody to compare with");
        rounds(ComparisonRow.CHAIN_1K, OtherServers.HAPROXY_AND_VARNISH.label(), 30);
        assertEquals(
                0.7,
                ComparisonResult.of(ComparisonRow.CHAIN_1K, samples)
                        .orElseThrow()
                        .interval()
                        .median());
    }

    @Test
    void theGapIsThatOfTheMedianThatIsShown() {
        ComparisonResult figure = new ComparisonResult(ComparisonRow.KB_1, new MedianInterval(1.2549, 1, 2));
        assertEquals("1.25", figure.shown(figure.interval().median()));
        assertEquals(Optional.of(32L), figure.gap());
        assertEquals(Optional.empty(), new ComparisonResult(ComparisonRow.LOG, new MedianInterval(1, 1, 1)).gap());
    }
}
