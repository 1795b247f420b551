package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

/** Tests the content of log lines. */
class LoggingSetupTest {
    private static final String NAME = "gosling-Wx3IuL2vbditOBNGlC6L7E-_";

    private static String line(boolean verbose, Level level, String message, Throwable thrown) {
        LogRecord record = new LogRecord(level, message);
        record.setLoggerName("com.hazelcast.internal.cluster.ClusterService");
        record.setThrown(thrown);
        record.setInstant(java.time.Instant.EPOCH);
        return new LoggingSetup.OneLine(() -> verbose).format(record);
    }

    @Test
    void theClustersNameIsLeftOut() {
        String line =
                line(false, Level.WARNING, "[127.0.0.1]:5701 [" + NAME + "] [5.7.0] suspects", new Exception(NAME));
        assertEquals(
                "1970-01-01T00:00:00Z WARNING ClusterService: [127.0.0.1]:5701 [gosling-***] [5.7.0] suspects:"
                        + " java.lang.Exception: gosling-***" + System.lineSeparator(),
                line);
    }

    @Test
    void itIsLeftOutOfStackTracesToo() {
        String line = line(true, Level.INFO, "failed", new IllegalStateException("Cluster name: " + NAME));
        assertTrue(line.contains("at io.gosling.node.process.LoggingSetupTest"), line);
        assertFalse(line.contains(NAME), line);
    }

    @Test
    void whatHazelcastTriesAgainByItselfIsNoNews() {
        LogRecord record = new LogRecord(Level.SEVERE, "Not Member!");
        record.setThrown(new com.hazelcast.spi.exception.CallerNotMemberException("Not Member!"));
        assertTrue(LoggingSetup.isTriedAgain(record));
        record.setThrown(new com.hazelcast.core.HazelcastException("a row could not be read"));
        assertFalse(LoggingSetup.isTriedAgain(record));
        record.setThrown(null);
        assertFalse(LoggingSetup.isTriedAgain(record));
    }

    @Test
    void othersNamesStay() {
        assertTrue(line(false, Level.INFO, "gosling-reporter-n1", new Exception("gosling-8080"))
                .contains("gosling-reporter-n1: java.lang.Exception: gosling-8080"));
    }
}
