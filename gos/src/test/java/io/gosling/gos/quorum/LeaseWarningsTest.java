package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.QuorumSettings;
import io.gosling.purge.PurgeSettings;
import io.gosling.purge.Quorum;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the log lines about a node's lease. */
class LeaseWarningsTest {
    private static final Logger OWN = Logger.getLogger(LeaseWarnings.class.getName());

    private final List<LogRecord> said = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            if (record.getLevel().equals(Level.WARNING)) {
                said.add(record);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        OWN.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        OWN.removeHandler(handler);
    }

    @Test
    void logsThatNearlyReachTheirBoundAreSpokenOfOnceAndInTime() {
        var voting = new QuorumSettings(new Quorum(List.of("n1")), PurgeSettings.defaults());
        LeaseWarnings watch = new LeaseWarnings("n2", voting);
        watch.lookAtLogs(3072);
        assertEquals(List.of(), said);
        watch.lookAtLogs(3073);
        watch.lookAtLogs(4096);
        assertEquals(1, said.size());
        assertTrue(List.of(said.getFirst().getParameters()).containsAll(List.of("n2", "3073", "4096")));
    }
}
