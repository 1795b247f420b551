package io.gosling.tools.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.command.CommandFailureException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReadyProcessTest {
    @Test
    void aWaitInVainSaysWhatFailedLast() {
        CommandFailureException late = assertThrows(
                CommandFailureException.class,
                () -> ReadyProcess.until(Duration.ZERO, "all nodes are here", () -> {
                    throw new IOException("connection refused");
                }));
        assertEquals("not within 0 s: all nodes are here: java.io.IOException: connection refused", late.getMessage());
    }
}
