package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table against a LinkedHashMap in access order. */
class RoutingKeyTableTest {
    @ParameterizedTest
    @CsvSource({"1,1", "2,2", "7,3", "64,4", "1000,5"})
    void remembersWhatWasAskedForLastAndForgetsTheRest(int rows, long seed) {
        Random random = new Random(seed);
        LiveBackends cluster = new LiveBackends();
        RoutingKeyTable table = new RoutingKeyTable(rows);
        Map<Long, PolicyBackend> model = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Long, PolicyBackend> eldest) {
                return size() > rows;
            }
        };
        for (int step = 0; step < 100_000; step++) {
            long target = (long) (random.nextGaussian() * rows);
            RoutingKeyTable.Row row = table.row(target);
            PolicyBackend expected = model.get(target);
            assertEquals(expected == null ? 0 : 1, row.servers.length);
            if (expected == null) {
                PolicyBackend server = cluster.join("n" + step, 1);
                cluster.leave(server);
                row.servers = server.alone;
                model.put(target, server);
            } else {
                assertSame(expected, row.servers[0]);
            }
            assertEquals(model.size(), table.size());
        }
    }
}
