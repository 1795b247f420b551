package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.origin.upstream.ServerRotation.Turn;
import io.gosling.settings.SettingValues;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests the choice of servers when one fails. */
class ServerRotationTest {
    private static OriginAddress server(String name) {
        return OriginAddress.parse("http://" + name + ".test/");
    }

    private final ServerRotation ring = new ServerRotation(
            new OriginServerAddresses(
                    List.of(server("a"), server("b"), server("c"), server("d")), List.of(server("z"))),
            new FailoverSettings(SettingValues.none()));

    private static void pause(OriginServer server) {
        for (int i = 0; i < new FailoverSettings(SettingValues.none()).get(FailoverSettings.FAILURES); i++) {
            server.health().failed(Objects.requireNonNull(server.health().admit(0)), 0);
        }
    }

    @Test
    void theShareOfOneThatIsLeftAloneFallsOnAllOthers() {
        pause(ring.all().getFirst());
        Map<Integer, Integer> asked = new TreeMap<>();
        for (int i = 0; i < 300; i++) {
            Turn turn = Objects.requireNonNull(ring.next(List.of(), 0));
            asked.merge(ring.all().indexOf(turn.server()), 1, Integer::sum);
        }
        assertEquals(Map.of(1, 100, 2, 100, 3, 100), asked);
    }

    @Test
    void aBackupIsAskedWhenNoneOfTheUsualOnesCanBe() {
        ring.all().subList(0, 4).forEach(ServerRotationTest::pause);
        Turn last = Objects.requireNonNull(ring.next(List.of(), 0));
        assertEquals(ring.all().getLast(), last.server());
        assertNull(ring.next(List.of(last.server()), 0));
    }
}
