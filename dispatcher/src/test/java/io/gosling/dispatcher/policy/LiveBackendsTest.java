package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveBackendsTest {
    private final LiveBackends cluster = new LiveBackends();

    @Test
    void idleServersTakeTurns() {
        cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.join("c", 1);
        assertEquals(List.of("a", "b", "c", "a", "b"), choices(5));
    }

    @Test
    void turnsGoOnWhereTheyWereWhenAServerLeaves() {
        PolicyBackend first = cluster.join("a", 1);
        cluster.join("b", 1);
        cluster.join("c", 1);
        assertEquals(List.of("a", "b"), choices(2));
        cluster.leave(first);
        assertEquals(List.of("c", "b"), choices(2));
    }

    @Test
    void aServerThatLeftCountsItsRequestsDown() {
        PolicyBackend server = cluster.join("a", 1);
        cluster.begin(server);
        cluster.leave(server);
        cluster.leave(server);
        assertFalse(server.live());
        cluster.end(server);
        assertEquals(0, server.active());
    }

    @Test
    void aRequestThatEndsTwiceIsAnError() {
        PolicyBackend server = cluster.join("a", 1);
        assertThrows(IllegalStateException.class, () -> cluster.end(server));
    }

    @Test
    void impossibleSettingsAreRefusedWithTheirValues() {
        assertTrue(messageOf(() -> cluster.join("a", 0)).contains("the weight of a is 0.0"));
        assertTrue(messageOf(() -> cluster.join("a", Double.NaN)).contains("NaN"));
        assertTrue(messageOf(() -> PolicySettings.defaults().with(PolicySettings.LOW, 0))
                .contains("lard.low: value \"0\""));
        assertTrue(messageOf(() -> PolicySettings.defaults().with(PolicySettings.HIGH, 24))
                .contains("T_high is 24"));
        assertTrue(messageOf(() -> PolicySettings.defaults().with(PolicySettings.REPLICA_AGE, Duration.ZERO))
                .contains("lard.timeout: value \"PT0S\""));
        assertTrue(messageOf(() -> PolicySettings.defaults().with(PolicySettings.TARGETS, 0))
                .contains("lard.routing-keys: value \"0\""));
        assertTrue(messageOf(() -> PolicyName.named("lrad"))
                .contains("\"lrad\" is not known; choose one of lard-r, lard, ext-lard, lb, lb-gc, chbl"));
    }

    private List<String> choices(int count) {
        List<String> names = new ArrayList<>();
        for (int choice = 0; choice < count; choice++) {
            PolicyBackend server = cluster.leastLoaded();
            assertNotNull(server);
            names.add(server.name());
        }
        return names;
    }

    private static String messageOf(org.junit.jupiter.api.function.Executable call) {
        String message = assertThrows(IllegalArgumentException.class, call).getMessage();
        return message == null ? "" : message;
    }
}
