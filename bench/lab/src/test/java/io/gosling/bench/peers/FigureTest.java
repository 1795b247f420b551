package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.bench.process.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FigureTest {
    private final List<Sample> samples = new ArrayList<>();

    private void rounds(Row row, String server, double... values) {
        for (int i = 0; i < values.length; i++) {
            samples.add(new Sample(row, i + 1, server, values[i], 1000, 1, 0.01));
        }
    }

    @Test
    void roundsAreComparedWithEachOtherAndTheBetterNginxCounts() {
        rounds(Row.KB_1, "gosling", 8, 12, 6);
        rounds(Row.KB_1, "nginx", 8, 10, 10);
        rounds(Row.KB_1, "nginx sendfile", 20, 20, 20);
        rounds(Row.KB_1, "h2o", 1, 1, 1);
        rounds(Row.KB_10, "gosling", 100);
        assertEquals(Optional.of(new Figure(Row.KB_1, new Spread(1, 0.6, 1.2))), Figure.of(Row.KB_1, samples));
        assertEquals(Optional.empty(), Figure.of(Row.KB_10, samples), "nobody to compare with");
        assertEquals(Optional.empty(), Figure.of(Row.TLS, samples), "not measured");
    }

    @Test
    void aYardstickThatMissedRoundsIsNone() {
        rounds(Row.KB_1, "gosling", 8, 8);
        rounds(Row.KB_1, "nginx", 4);
        rounds(Row.KB_1, "nginx sendfile", 16, 16);
        assertEquals(0.5, Figure.of(Row.KB_1, samples).orElseThrow().spread().median());
    }

    @Test
    void bytesStandForThemselvesAndLoopsAreComparedWithOne() {
        rounds(Row.IDLE, "gosling", 3000, 3100, 2900);
        rounds(Row.IDLE, "nginx", 500, 500, 500);
        rounds(Row.LOOPS, "gosling", 9);
        rounds(Row.LOOPS, "one loop", 10);
        assertEquals(3000, Figure.of(Row.IDLE, samples).orElseThrow().spread().median());
        assertEquals(0.9, Figure.of(Row.LOOPS, samples).orElseThrow().spread().median());
    }

    @Test
    void aFrontEndIsComparedWithHaproxyAndAChainWithAChain() {
        rounds(Row.PROXY_1K, "gosling", 9);
        rounds(Row.PROXY_1K, "nginx", 8);
        rounds(Row.PROXY_1K, "haproxy", 10);
        rounds(Row.CHAIN_1K, "gosling", 21);
        assertEquals(
                0.9, Figure.of(Row.PROXY_1K, samples).orElseThrow().spread().median());
        assertEquals(Optional.empty(), Figure.of(Row.CHAIN_1K, samples), "nobody to compare with");
        rounds(Row.CHAIN_1K, Chain.HAPROXY_AND_VARNISH.label(), 30);
        assertEquals(
                0.7, Figure.of(Row.CHAIN_1K, samples).orElseThrow().spread().median());
    }

    @Test
    void theGapIsThatOfTheMedianThatIsShown() {
        Figure figure = new Figure(Row.KB_1, new Spread(1.2549, 1, 2));
        assertEquals("1.25", figure.shown(figure.spread().median()));
        assertEquals(Optional.of(32L), figure.gap());
        assertEquals(Optional.empty(), new Figure(Row.LOG, new Spread(1, 1, 1)).gap());
    }
}
