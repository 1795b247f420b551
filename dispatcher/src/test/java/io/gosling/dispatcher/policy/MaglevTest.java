package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hashes: shares are by weight, and who leaves moves little else. */
class MaglevTest {
    private static final int TARGETS = 20_000;

    private final LiveBackends cluster = new LiveBackends();

    @BeforeEach
    void tenServers() {
        for (int at = 0; at < 10; at++) {
            cluster.join("n" + at, at == 0 ? 2 : 1);
        }
    }

    private DistributionPolicy policy(String name) {
        return PolicyName.named(name).over(cluster, PolicySettings.defaults());
    }

    private static Map<Long, PolicyBackend> choices(DistributionPolicy policy) {
        Map<Long, PolicyBackend> choices = new HashMap<>();
        for (long target = 0; target < TARGETS; target++) {
            PolicyBackend chosen = policy.choose(target, 0);
            assertNotNull(chosen);
            choices.put(target, chosen);
        }
        return choices;
    }

    @ParameterizedTest
    @CsvSource({"maglev,0.06", "rendezvous,0.1"})
    void sharesAreByWeight(String name, double tolerance) {
        Map<PolicyBackend, Integer> shares = new HashMap<>();
        choices(policy(name)).values().forEach(server -> shares.merge(server, 1, Integer::sum));
        shares.forEach((server, share) -> {
            double expected = TARGETS / 11.0 * server.weight();
            assertEquals(expected, share, expected * tolerance, server::toString);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"maglev", "rendezvous", "chbl"})
    void oneThatLeavesMovesLittleButItsOwn(String name) {
        DistributionPolicy policy = policy(name);
        Map<Long, PolicyBackend> before = choices(policy);
        PolicyBackend gone = cluster.servers().get(4);
        cluster.leave(gone);
        Map<Long, PolicyBackend> after = choices(policy);
        long moved = before.entrySet().stream()
                .filter(choice -> !choice.getValue().equals(gone))
                .filter(choice -> !choice.getValue().equals(after.get(choice.getKey())))
                .count();
        assertTrue(moved < TARGETS / 50, () -> moved + " targets of others moved");
    }
}
