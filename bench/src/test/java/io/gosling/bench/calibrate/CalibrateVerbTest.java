package io.gosling.bench.calibrate;

import io.gosling.bench.process.CalledVerb;
import io.gosling.node.command.Verb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateVerbTest {
    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new PredictVerb(), Prediction.CSV_HEAD);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "calibrate|--seconds 0|--seconds is 0; it must be 1 to 60",
                "calibrate|--files 99|--files is 99; it must be 100 to 7000",
                "calibrate|--name a:b|--name is a:b; it must be letters",
                "predict|--nodes 0|--nodes is 0; it must be 1 to 16",
                "predict|--policy lrad|--policy is lrad; it must be of lard-r",
                "predict|--policy wrr-gms|--policy is wrr-gms; it must be one under which nodes do not cooperate",
                "predict|--replacement lfu-aging|--replacement is lfu-aging; it must be one that goes by",
                "predict|--memory 512k|--memory is 512k; it must be 1m to 1g",
                "predict|--objects 1|--objects is 1; it must be 100 to 1000000",
                "predict|--alpha 4|--alpha is 4.0; it must be 0 to 3",
                "predict|--requests 10|--requests is 10; it must be 1000 to 10000000",
                "predict|--latency 0|--latency is 0; it must be 1 to 1000 ms",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String name, String words, String message) {
        Verb verb = name.equals("predict") ? new PredictVerb() : new CalibrateVerb();
        CalledVerb.isRefused(verb, message, words.split(" "));
    }
}
