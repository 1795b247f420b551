package io.gosling.dispatcher.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ports that stand for clients, against queues. */
class PortTranslationTableTest {
    private static final int BACKENDS = 3;
    private static final int PORTS = 10;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theLongestUnusedOneIsTakenAndEachIsOnesAtATime(long seed) {
        Random random = new Random(seed);
        int first = random.nextInt(PORTS);
        List<Deque<Integer>> free = new ArrayList<>();
        long[][] clients = new long[BACKENDS][PORTS];
        for (int backend = 0; backend < BACKENDS; backend++) {
            free.add(new ArrayDeque<>());
            for (int port = 0; port < PORTS; port++) {
                free.get(backend).add((first + port) % PORTS);
            }
        }
        try (PortTranslationTable ports = new PortTranslationTable(BACKENDS, PORTS, first)) {
            for (long step = 1; step < 20_000; step++) {
                int backend = random.nextInt(BACKENDS);
                int port = random.nextInt(PORTS);
                if (random.nextBoolean()) {
                    Integer expected = free.get(backend).poll();
                    int taken = ports.take(backend, port, step, -step, port + 40_000);
                    assertEquals(expected == null ? PortTranslationTable.NONE : expected, taken);
                    if (expected != null) {
                        clients[backend][taken] = step;
                        ports.neighbour(backend, taken, (int) (step & 0xFFFF));
                        assertEquals(port, ports.service(backend, taken));
                        assertEquals(port + 40_000, ports.port(backend, taken));
                    }
                } else if (clients[backend][port] != 0) {
                    ports.release(backend, port);
                    clients[backend][port] = 0;
                    free.get(backend).add(port);
                }
                compare(ports, clients);
            }
        }
    }

    private static void compare(PortTranslationTable ports, long[][] clients) {
        for (int backend = 0; backend < BACKENDS; backend++) {
            for (int port = 0; port < PORTS; port++) {
                long client = clients[backend][port];
                assertEquals(client != 0, ports.service(backend, port) >= 0);
                if (client != 0) {
                    assertEquals(client, ports.high(backend, port));
                    assertEquals(-client, ports.low(backend, port));
                    assertEquals(client & 0xFFFF, ports.neighbour(backend, port));
                }
            }
        }
    }

    @Test
    void aRangeIsOfPortsThatExist() {
        TranslationPortRange range = new TranslationPortRange(20_000, 20_009);
        assertEquals(10, range.ports());
        assertTrue(range.has(20_009));
        assertFalse(range.has(20_010));
        assertFalse(TranslationPortRange.NONE.has(0));
        assertEquals(0, TranslationPortRange.NONE.ports());
        assertThrows(IllegalArgumentException.class, () -> new TranslationPortRange(80, 2000));
        assertThrows(IllegalArgumentException.class, () -> new TranslationPortRange(2000, 1999));
        assertThrows(IllegalArgumentException.class, () -> new TranslationPortRange(2000, 65_536));
    }
}
