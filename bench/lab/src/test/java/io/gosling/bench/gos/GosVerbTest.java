package io.gosling.bench.gos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.tools.process.CalledVerb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GosVerbTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes|2,17|--nodes is 17; it must be 1 to 16",
                "--memory|0|--memory is 0; it must be 1 to 1024",
                "--cooperation|maybe|--cooperation is maybe; it must be on, off, or on,off",
                "--objects|99|--objects is 99; it must be 100 to 1000000",
                "--alpha|4|--alpha is 4.0; it must be 0 to 3",
                "--latency|1001|--latency is 1001; it must be 0 to 1000",
                "--at-once|0|--at-once is 0; it must be 1 to 1000",
                "--clients|0|--clients is 0; it must be 1 to 1000",
                "--node-cpu|0|--node-cpu is 0; it must be 1 to 1000",
                "--warm-up|0|--warm-up is 0; it must be 1 to 600",
                "--seconds|601|--seconds is 601; it must be 1 to 600",
                "--rounds|0|--rounds is 0; it must be 1 to 99",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String option, String value, String message) {
        assertRefused(message, option, value);
    }

    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new GosVerb(), GosReport.COLUMNS.names());
        CalledVerb.saysItsColumns(
                new GosVerb(),
                new HeterogeneousReport.Found(List.of(), 0, 0, 0).columns().names());
    }

    /** Else what it carries alone would be what the others have in their memories. */
    @Test
    void aNodeIsAloneWithoutCooperation() {
        for (HeterogeneousNode node : HeterogeneousNode.ALL) {
            List<String> words = node.shape(1 << 20, "off", "1").more();
            assertEquals("off", words.get(words.indexOf("--cooperation") + 1));
        }
        assertEquals(
                HeterogeneousNode.FEW.size(),
                HeterogeneousNode.FEW.stream()
                        .map(HeterogeneousNode::charset)
                        .distinct()
                        .count());
    }

    private static void assertRefused(String message, String... arguments) {
        CalledVerb.isRefused(new GosVerb(), message, arguments);
    }
}
