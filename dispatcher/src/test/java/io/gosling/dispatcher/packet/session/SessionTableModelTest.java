package io.gosling.dispatcher.packet.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.session.SessionTable.State;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The table against an obvious one: maps, and a number for each half-open session in the order of their beginnings. */
class SessionTableModelTest {
    private static final int RING = 8;
    private static final int MOST = 40;
    private static final int CLIENTS = 60;
    private static final int HALF_OPEN_TIME = 20;
    private static final int IDLE_TIME = 200;
    private static final int CLOSING_TIME = 40;

    /** A session as anybody would write it down. */
    private static final class Entry {
        private final int backend;
        /** Its turn in the ring; -1 once it has a place outside. */
        private long turn;

        private State state = State.HALF_OPEN;
        private int second;

        private Entry(int backend, long turn, int second) {
            this.backend = backend;
            this.turn = turn;
            this.second = second;
        }

        private boolean isLoad() {
            return state == State.HALF_OPEN || state == State.ESTABLISHED;
        }

        private boolean isOver(int now) {
            int longest = switch (state) {
                case HALF_OPEN -> HALF_OPEN_TIME;
                case ESTABLISHED -> IDLE_TIME;
                default -> CLOSING_TIME;
            };
            return now - second > longest;
        }
    }

    private final Map<Integer, Entry> model = new HashMap<>();
    private final int[] load = new int[CLIENTS];
    private long turn;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void bothSayTheSame(long seed) {
        Random random = new Random(seed);
        try (SessionTable table = new SessionTable(
                new SessionLimits(SettingValues.none())
                        .with(SessionLimits.SESSIONS, MOST)
                        .with(SessionLimits.HALF_OPEN, RING)
                        .with(SessionLimits.HALF_OPEN_TIME, Duration.ofSeconds(HALF_OPEN_TIME))
                        .with(SessionLimits.IDLE_TIME, Duration.ofSeconds(IDLE_TIME))
                        .with(SessionLimits.CLOSING_TIME, Duration.ofSeconds(CLOSING_TIME)),
                seed,
                backend -> load[backend]--)) {
            int now = 0;
            for (int step = 0; step < 20_000; step++) {
                now += random.nextInt(20) == 0 ? random.nextInt(15) : 0;
                // A part only, so that some are found, and go on, though their time is over.
                table.sweep(now, random.nextInt(table.places()));
                forget(table, now);
                step(table, random.nextInt(CLIENTS), random.nextInt(10), now);
                compare(table);
            }
        }
    }

    /** Those whose time is over may be forgotten, and nobody else. */
    private void forget(SessionTable table, int now) {
        for (Iterator<Map.Entry<Integer, Entry>> all = model.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Entry> one = all.next();
            if (find(table, one.getKey()) == SessionTable.NONE) {
                assertTrue(one.getValue().isOver(now), () -> one.getKey() + " was forgotten before its time");
                all.remove();
            }
        }
    }

    private void step(SessionTable table, int client, int what, int now) {
        int place = find(table, client);
        Entry entry = model.get(client);
        if (entry == null) {
            table.begin(client % 3, client * 7L, client, 1000 + client, client, 0, now);
            load[client]++;
            begin(client, now);
            return;
        }
        switch (what) {
            case 0 -> {
                table.end(place);
                model.remove(client);
            }
            case 1 -> {
                table.close(place, now);
                entry.state = State.CLOSING;
                entry.second = now;
            }
            case 2 -> {
                table.reset(place, now);
                entry.state = State.RESET;
                entry.second = now;
            }
            case 3, 4, 5 -> {
                if (entry.state == State.HALF_OPEN || entry.state == State.RESET) {
                    establish(table, place, entry, now);
                }
            }
            case 6 -> {
                if (entry.state == State.CLOSING || entry.state == State.RESET) {
                    table.reopen(place, now);
                    load[client]++;
                    entry.state = State.HALF_OPEN;
                    entry.second = now;
                }
            }
            default -> {
                table.touch(place, now);
                entry.second = now;
            }
        }
    }

    /** Begins a session, which displaces the oldest of a full ring. */
    private void begin(int client, int now) {
        long first = turn - RING;
        model.values().removeIf(entry -> entry.turn >= 0 && entry.turn <= first);
        model.put(client, new Entry(client, turn++, now));
    }

    private void establish(SessionTable table, int place, Entry entry, int now) {
        List<Entry> others =
                model.values().stream().filter(other -> other.turn < 0).toList();
        boolean over = others.stream().anyMatch(other -> other.isOver(now));
        int longest =
                others.stream().mapToInt(other -> now - other.second).max().orElse(0);
        boolean displaces = entry.turn >= 0 && others.size() == MOST && !over && longest >= HALF_OPEN_TIME;
        long displaced = table.displaced();
        int after = table.establish(place, now);
        entry.second = now;
        assertEquals(displaces ? 1 : 0, table.displaced() - displaced);
        if (displaces) {
            assertTrue(
                    model.entrySet()
                            .removeIf(other -> find(table, other.getKey()) == SessionTable.NONE
                                    && now - other.getValue().second == longest),
                    "one that was longest without a packet");
        }
        forget(table, now);
        if (entry.turn < 0 || others.size() < MOST || over || displaces) {
            load[entry.backend] += entry.state == State.RESET ? 1 : 0;
            entry.state = State.ESTABLISHED;
            entry.turn = -1;
        }
        assertEquals(entry.state, table.state(after));
    }

    private static int find(SessionTable table, int client) {
        return table.find(client % 3, client * 7L, client, 1000 + client);
    }

    private void compare(SessionTable table) {
        assertEquals(model.size(), table.size());
        assertEquals(
                model.values().stream()
                        .filter(entry -> entry.state == State.HALF_OPEN)
                        .count(),
                table.halfOpen());
        for (int client = 0; client < CLIENTS; client++) {
            int place = find(table, client);
            assertEquals(model.containsKey(client), place != SessionTable.NONE);
            Entry entry = model.get(client);
            assertEquals(entry != null && entry.isLoad() ? 1 : 0, load[client], "load of " + client);
            if (place != SessionTable.NONE) {
                assertNotNull(entry);
                assertEquals(entry.backend, table.backend(place));
                assertEquals(entry.state, table.state(place));
            }
        }
    }
}
