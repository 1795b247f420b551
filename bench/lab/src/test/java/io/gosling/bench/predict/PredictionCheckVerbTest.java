package io.gosling.bench.predict;

import io.gosling.tools.process.CalledVerb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionCheckVerbTest {
    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new PredictionCheckVerb(), PredictionComparison.COLUMNS.names());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes 0|--nodes is 0; it must be 1 to 16",
                "--policy lrad|--policy is lrad; it must be of lard-r",
                "--policy wrr-gms|--policy is wrr-gms; it must be one under which nodes do not cooperate",
                "--replacement lfu-aging|--replacement is lfu-aging; it must be one that goes by",
                "--memory 512k|--memory is 512k; it must be 1m to 1g",
                "--objects 1|--objects is 1; it must be 100 to 1000000",
                "--alpha 4|--alpha is 4.0; it must be 0 to 3",
                "--requests 10|--requests is 10; it must be 1000 to 10000000",
                "--latency 0|--latency is 0; it must be 1 to 1000 ms",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String words, String message) {
        CalledVerb.isRefused(new PredictionCheckVerb(), message, words.split(" "));
    }
}
