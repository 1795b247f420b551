package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DispatcherStatusTest {
    private static final String JSON = "{\"kind\":\"packet-dispatcher\",\"name\":\"lsmac-10.99.0.1\",\"ports\":[80],"
            + "\"sessions\":{\"all\":12,\"half_open\":1,\"replaced\":0,\"most\":1000000,\"table_bytes\":32},"
            + "\"dropped\":{\"no-backend\":0,\"no-session\":3,\"unread\":1},"
            + "\"backends\":[{\"name\":\"02:00:00:00:00:11\",\"mac\":\"02:00:00:00:00:11\",\"state\":\"ready\","
            + "\"weight\":1.0,\"sessions\":2,\"begun\":40,\"packets\":99,\"bytes\":1000,\"packets_back\":0,"
            + "\"bytes_back\":0},{\"name\":\"b\",\"mac\":\"02:00:00:00:00:12\",\"state\":\"silent\",\"weight\":1.0,"
            + "\"sessions\":0,\"begun\":7,\"packets\":9,\"bytes\":10,\"packets_back\":0,\"bytes_back\":0}]}";

    @Test
    void whatItSaysIsRead() throws Exception {
        DispatcherStatus status = DispatcherStatus.of(JSON);
        assertEquals(12, status.sessions());
        assertEquals(Map.of("no-session", 3L, "unread", 1L), status.dropped());
        assertEquals(1, status.ready());
        assertEquals(
                Optional.of(new DispatcherStatus.Backend("02:00:00:00:00:12", false, 0, 7)),
                status.backend("02:00:00:00:00:12"));
        assertTrue(status.backend("02:00:00:00:00:13").isEmpty());
    }
}
