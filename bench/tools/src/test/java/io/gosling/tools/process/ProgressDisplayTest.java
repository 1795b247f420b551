package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.ManualTicker;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
    private final ManualTicker ticker = new ManualTicker();
    private final StringWriter said = new StringWriter();

    private ProgressDisplay progress(boolean terminal) {
        return new ProgressDisplay(new PrintWriter(said), 1000, ticker::nanos, terminal);
    }

    @Test
    void elsewhereThanOnATerminalALineComesEveryTenSeconds() {
        ProgressDisplay progress = progress(false);
        for (int second = 1; second <= 20; second++) {
            ticker.advance(Duration.ofSeconds(1));
            progress.add(25);
        }
        progress.end();
        assertEquals(
                "25 %, about 30 s left" + System.lineSeparator() + "50 %, about 20 s left" + System.lineSeparator(),
                said.toString());
    }

    @Test
    void onATerminalTheLineIsWrittenOverAndTakenOff() {
        ProgressDisplay progress = progress(true);
        ticker.advance(Duration.ofSeconds(10));
        progress.add(100);
        progress.add(100);
        progress.end();
        assertEquals("\r\u001b[K10 %, about 90 s left\r\u001b[K", said.toString());
    }
}
