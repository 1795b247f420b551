package io.gosling.tools.calibrate;

import io.gosling.tools.process.CalledVerb;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalibrateVerbTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seconds 0|--seconds is 0; it must be 1 to 60",
                "--files 99|--files is 99; it must be 100 to 7000",
                "--name a:b|--name is a:b; it must be letters",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String words, String message) {
        CalledVerb.isRefused(new CalibrateVerb(), message, words.split(" "));
    }
}
