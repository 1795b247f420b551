package io.gosling.tools.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.GeneratedTraceOptions;
import io.gosling.tools.workload.TraceInputOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The presets have the figures of the papers that they are made after. */
class PresetCheckTest {
    private static Trace made(String preset, int requests, String... sizes) throws IOException {
        GeneratedTraceOptions options = new GeneratedTraceOptions();
        new CommandLine(options).parseArgs("--preset", preset);
        TraceInputOptions reading = new TraceInputOptions();
        new CommandLine(reading).parseArgs(sizes);
        return options.trace(reading, requests, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "rice, 2000000, 6",
        "ibm, 2000000, 6",
        "hoc, 250000, 4",
        "sequoia, 1000, 1",
        "mapug, 1000, 2",
        "lod, 1000, 2",
        "specweb, 1000, 1"
    })
    void everyPublishedFigureHolds(String preset, int requests, int figures) throws IOException {
        TraceStatistics facts = TraceStatistics.of(made(preset, requests));
        List<PresetCheck.Line> lines = PresetCheck.of(preset, facts);
        assertEquals(figures, lines.size());
        assertTrue(lines.stream().allMatch(PresetCheck.Line::holds), () -> PresetCheck.text(preset, facts));
    }

    @Test
    void whatHoldsAndWhatDiffersIsTold() throws IOException {
        String text = PresetCheck.text("specweb", TraceStatistics.of(made("specweb", 1000)));
        assertTrue(text.contains("1,027,897"), text);
        assertTrue(text.contains("Of 1 published figures all hold within 10 %."), text);
        String other = PresetCheck.text("specweb", TraceStatistics.of(made("specweb", 1000, "--sizes", "1k")));
        assertTrue(
                other.contains("differs") && other.contains("Of 1 published figures 1 differ by more than 10 %"),
                other);
        assertEquals("", PresetCheck.text("zipf", TraceStatistics.of(made("zipf", 1000))));
    }

    @Test
    void ofSpecWebsFilesRequestsAreByPopularityAndVisitsBeginAtTheIndex() throws IOException {
        Trace trace = made("specweb", 200_000);
        TraceStatistics facts = TraceStatistics.of(trace);
        // Each visit begins at the index and follows nineteen links; of the second class, half of all, one has as many
        // bytes.
        assertEquals(0.05 + 0.95 * 0.5 * 0.05, share(trace, 8 << 10), 0.005);
        // Of the second class the fifth file has 35.3 of 100.
        assertEquals(0.95 * 0.5 * 0.353, share(trace, 5120), 0.01);
        assertEquals(0.95 * 0.5 * 0.353, facts.top(), 0.01);
    }

    private static double share(Trace trace, long bytes) {
        long asked = 0;
        for (int object : trace.requests()) {
            asked += trace.sizes()[object] == bytes ? 1 : 0;
        }
        return (double) asked / trace.requests().length;
    }
}
