package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.testing.Eventually;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The only node with rows is gone at once; a front-end stays. */
class LostPartitionsLogTest {
    private static final Logger MIGRATIONS =
            Logger.getLogger("com.hazelcast.internal.partition.impl.MigrationManagerImpl");
    private static final Logger OWN = Logger.getLogger(ClusterMembership.class.getName());

    private static final Pattern LINE = Pattern.compile("front: (\\d+) of the repository's partitions were lost .*");

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            String line = String.valueOf(record.getMessage());
            // Messages of the node that was ended are not checked.
            if (!line.startsWith("n1")) {
                said.add(line);
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        MIGRATIONS.setLevel(Level.WARNING);
        MIGRATIONS.addHandler(handler);
        OWN.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        MIGRATIONS.removeHandler(handler);
        MIGRATIONS.setLevel(null);
        OWN.removeHandler(handler);
    }

    @Test
    void whoStaysSaysItInOneLine() {
        try (Members members = new Members()) {
            HazelcastInstance rows = Objects.requireNonNull(
                    members.start("n1", NodeRole.ALL).member().instance());
            members.start("front", NodeRole.FRONT_END);
            members.settle();
            rows.getLifecycleService().terminate();
            // Usually one line; more when a busy machine brings the news over seconds.
            Eventually.that(
                    "all are said",
                    () -> said.stream()
                                    .mapToInt(LostPartitionsLogTest::partitions)
                                    .sum()
                            == 271);
            assertTrue(said.size() < 10, said::toString);
        }
    }

    private static int partitions(String line) {
        Matcher number = LINE.matcher(line);
        assertTrue(number.matches(), line);
        return Integer.parseInt(number.group(1));
    }
}
