package io.gosling.bench.lard;

import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.process.CalledVerb;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LardVerbTest {
    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new LardVerb(), LardReport.COLUMNS.names());
        CalledVerb.saysItsColumns(new LardVerb(), PaperFigure.COLUMNS.names());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes|17|--nodes is 17; it must be 1 to 16",
                "--policies|wrr,lrad|--policies is lrad; it must be of lard-r, lard,",
                "--cooperation|maybe|--cooperation is maybe; it must be on, off, or off,on",
                "--memory|0|--memory is 0; it must be 1 to 1024 MiB",
                "--working-set|0|--working-set is 0.0; it must be 0.1 to 100",
                "--body|63|--body is 63; it must be 64 to 1000000",
                "--alpha|4|--alpha is 4.0; it must be 0 to 3",
                "--latency|1001|--latency is 1001; it must be 0 to 1000",
                "--at-once|0|--at-once is 0; it must be 1 to 1000",
                "--clients|0|--clients is 0; it must be 1 to 10000",
                "--node-cpu|0|--node-cpu is 0; it must be 1 to 1000",
                "--warm-up|0|--warm-up is 0; it must be 1 to 600",
                "--seconds|601|--seconds is 601; it must be 1 to 600",
                "--rounds|0|--rounds is 0; it must be 1 to 99",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String option, String value, String message) {
        CalledVerb.isRefused(new LardVerb(), message, option, value);
    }
}
