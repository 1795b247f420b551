package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.bench.experiment.MedianInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PeerResultTest {
    private final List<Sample> samples = new ArrayList<>();

    private void rounds(PeerRow row, String server, double... values) {
        for (int i = 0; i < values.length; i++) {
            samples.add(new Sample(row, i + 1, server, values[i], 1000, 1, 0.01));
        }
    }

    @Test
    void roundsAreComparedWithEachOtherAndTheBetterNginxCounts() {
        rounds(PeerRow.KB_1, "gosling", 8, 12, 6);
        rounds(PeerRow.KB_1, "nginx", 8, 10, 10);
        rounds(PeerRow.KB_1, "nginx sendfile", 20, 20, 20);
        rounds(PeerRow.KB_1, "h2o", 1, 1, 1);
        rounds(PeerRow.KB_10, "gosling", 100);
        assertEquals(
                Optional.of(new PeerResult(PeerRow.KB_1, new MedianInterval(1, 0.6, 1.2))),
                PeerResult.of(PeerRow.KB_1, samples));
        assertEquals(Optional.empty(), PeerResult.of(PeerRow.KB_10, samples), "nobody to compare with");
        assertEquals(Optional.empty(), PeerResult.of(PeerRow.TLS, samples), "not measured");
    }

    @Test
    void aYardstickThatMissedRoundsIsNone() {
        rounds(PeerRow.KB_1, "gosling", 8, 8);
        rounds(PeerRow.KB_1, "nginx", 4);
        rounds(PeerRow.KB_1, "nginx sendfile", 16, 16);
        assertEquals(
                0.5,
                PeerResult.of(PeerRow.KB_1, samples).orElseThrow().interval().median());
    }

    @Test
    void bytesStandForThemselvesAndLoopsAreComparedWithOne() {
        rounds(PeerRow.IDLE, "gosling", 3000, 3100, 2900);
        rounds(PeerRow.IDLE, "nginx", 500, 500, 500);
        rounds(PeerRow.LOOPS, "gosling", 9);
        rounds(PeerRow.LOOPS, "one loop", 10);
        assertEquals(
                3000,
                PeerResult.of(PeerRow.IDLE, samples).orElseThrow().interval().median());
        assertEquals(
                0.9,
                PeerResult.of(PeerRow.LOOPS, samples).orElseThrow().interval().median());
    }

    @Test
    void aFrontEndIsComparedWithHaproxyAndAChainWithAChain() {
        rounds(PeerRow.PROXY_1K, "gosling", 9);
        rounds(PeerRow.PROXY_1K, "nginx", 8);
        rounds(PeerRow.PROXY_1K, "haproxy", 10);
        rounds(PeerRow.CHAIN_1K, "gosling", 21);
        assertEquals(
                0.9,
                PeerResult.of(PeerRow.PROXY_1K, samples)
                        .orElseThrow()
                        .interval()
                        .median());
        assertEquals(Optional.empty(), PeerResult.of(PeerRow.CHAIN_1K, samples), "nobody to compare with");
        rounds(PeerRow.CHAIN_1K, OtherServers.HAPROXY_AND_VARNISH.label(), 30);
        assertEquals(
                0.7,
                PeerResult.of(PeerRow.CHAIN_1K, samples)
                        .orElseThrow()
                        .interval()
                        .median());
    }

    @Test
    void theGapIsThatOfTheMedianThatIsShown() {
        PeerResult figure = new PeerResult(PeerRow.KB_1, new MedianInterval(1.2549, 1, 2));
        assertEquals("1.25", figure.shown(figure.interval().median()));
        assertEquals(Optional.of(32L), figure.gap());
        assertEquals(Optional.empty(), new PeerResult(PeerRow.LOG, new MedianInterval(1, 1, 1)).gap());
    }
}
