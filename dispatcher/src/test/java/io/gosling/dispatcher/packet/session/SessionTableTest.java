package io.gosling.dispatcher.packet.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.packet.session.SessionTable.State;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The life of a session, and what a flood does to the others. */
class SessionTableTest {
    private static final long FOUR = 0xFFFFL << 32;
    private static final int SERVICE = 3;
    private static final int PORT = 40_000;

    private final List<Integer> ended = new ArrayList<>();
    private SessionTable table = table(4, 2);

    private SessionTable table(int most, int halfOpen) {
        return new SessionTable(
                limits(most, halfOpen)
                        .with(SessionLimits.HALF_OPEN_TIME, Duration.ofSeconds(5))
                        .with(SessionLimits.IDLE_TIME, Duration.ofSeconds(60))
                        .with(SessionLimits.CLOSING_TIME, Duration.ofSeconds(10)),
                99,
                ended::add);
    }

    private static SessionLimits limits(int most, int halfOpen) {
        return new SessionLimits(SettingValues.none())
                .with(SessionLimits.SESSIONS, most)
                .with(SessionLimits.HALF_OPEN, halfOpen);
    }

    @AfterEach
    void close() {
        table.close();
    }

    private int begin(long client, int second) {
        return table.begin(SERVICE, 0, FOUR | client, PORT, (int) client, 7, second);
    }

    private int find(long client) {
        return table.find(SERVICE, 0, FOUR | client, PORT);
    }

    private void sweep(int second) {
        table.sweep(second, table.places());
    }

    @Test
    void aSessionIsWhatBothItsEndsAre() {
        int place = table.begin(SERVICE, 0x20010DB8L << 32, 1, PORT, 9, 65_535, 0);
        assertEquals(place, table.find(SERVICE, 0x20010DB8L << 32, 1, PORT));
        assertEquals(SessionTable.NONE, table.find(SERVICE + 1, 0x20010DB8L << 32, 1, PORT));
        assertEquals(SessionTable.NONE, table.find(SERVICE, 0x20010DB9L << 32, 1, PORT));
        assertEquals(SessionTable.NONE, table.find(SERVICE, 0x20010DB8L << 32, 2, PORT));
        assertEquals(SessionTable.NONE, table.find(SERVICE, 0x20010DB8L << 32, 1, PORT + 1));
        assertEquals(9, table.backend(place));
        assertEquals(65_535, table.neighbour(place));
        assertEquals(State.HALF_OPEN, table.state(place));
    }

    @Test
    void oneThatIsAcknowledgedIsEstablishedAndEndsWithItsTimes() {
        int place = table.establish(begin(1, 0), 1);
        assertEquals(place, find(1));
        assertEquals(State.ESTABLISHED, table.state(place));
        assertEquals(0, table.halfOpen());
        sweep(61);
        assertEquals(place, find(1));
        table.touch(place, 61);
        table.flags(place, 5);
        assertEquals(5, table.flags(place));
        assertEquals(State.ESTABLISHED, table.state(place));
        table.close(place, 61);
        assertEquals(List.of(1), ended, "the back-end has it no more, though it is remembered");
        assertEquals(0, table.flags(place));
        sweep(71);
        assertEquals(place, find(1));
        sweep(72);
        assertEquals(SessionTable.NONE, find(1));
        assertEquals(List.of(1), ended, "told once");
        assertEquals(0, table.size());
    }

    @Test
    void halfOpenOnesAndIdleOnesAreForgotten() {
        begin(1, 0);
        table.establish(begin(2, 0), 0);
        sweep(6);
        assertEquals(SessionTable.NONE, find(1));
        sweep(61);
        assertEquals(SessionTable.NONE, find(2));
        assertEquals(List.of(1, 2), ended);
    }

    @Test
    void aResetThatIsNobodysWordEndsNothing() {
        int place = table.establish(begin(1, 0), 0);
        table.reset(place, 1);
        assertEquals(State.RESET, table.state(place));
        assertEquals(List.of(1), ended);
        assertEquals(place, table.establish(place, 2));
        assertEquals(State.ESTABLISHED, table.state(place));
    }

    @Test
    void theOldestHalfOpenOneGivesWay() {
        begin(1, 0);
        begin(2, 0);
        assertEquals(0, table.replaced());
        begin(3, 0);
        assertEquals(SessionTable.NONE, find(1));
        assertNotEquals(SessionTable.NONE, find(2));
        assertEquals(1, table.replaced());
        assertEquals(List.of(1), ended);
        assertEquals(2, table.halfOpen());
    }

    @Test
    void withoutAPlaceAmongTheOthersOneStaysHalfOpenAndWorks() {
        for (int client = 1; client <= 4; client++) {
            table.establish(begin(client, 0), 0);
        }
        int place = begin(5, 0);
        assertEquals(place, table.establish(place, 0));
        assertEquals(State.HALF_OPEN, table.state(find(5)));
        table.close(find(1), 0);
        int later = table.establish(find(5), 30);
        assertEquals(State.ESTABLISHED, table.state(later), "the one that had closed gave its place");
        assertEquals(SessionTable.NONE, find(1));
    }

    /** An attacker with SYNs and acknowledgements from many addresses. */
    @Test
    void oneThatSaysNothingForLongGivesItsPlaceWhereAllAreTaken() {
        for (int client = 1; client <= 4; client++) {
            table.establish(begin(client, 0), client == 3 ? 0 : 1);
        }
        int place = begin(5, 4);
        assertEquals(place, table.establish(place, 4), "all have said something within the time of half-open ones");
        assertEquals(0, table.displaced());
        int later = table.establish(place, 5);
        assertEquals(State.ESTABLISHED, table.state(later));
        assertEquals(SessionTable.NONE, find(3), "which was longest without a packet");
        assertEquals(1, table.displaced());
        assertEquals(List.of(3), ended);
        assertEquals(0, table.halfOpen());
    }

    /** Seconds are kept in 16 bits: after 18 hours they begin anew. */
    @Test
    void timeMayGoRound() {
        int place = table.establish(begin(1, 65_530), 65_530);
        sweep(65_570);
        assertEquals(place, find(1));
        sweep(65_591);
        assertEquals(SessionTable.NONE, find(1));
    }

    @Test
    void aMillionSessionsTakeThirtyTwoBytesEachAndAMillionSynsHurtNone() {
        table.close();
        int sessions = 1_000_000;
        int halfOpen = 1 << 16;
        table = table(sessions, halfOpen);
        assertTrue(table.bytes() <= 32L * (sessions + halfOpen), () -> "bytes " + table.bytes());
        assertEquals(table.bytes(), SessionTable.bytes(limits(sessions, halfOpen)));
        for (int client = 0; client < sessions; client++) {
            int place = table.begin(0, 0, FOUR | client, client & 0xFFFF, client % 60_000, 0, 0);
            assertEquals(State.ESTABLISHED, table.state(table.establish(place, 0)));
        }
        for (int stranger = 0; stranger < 1_000_000; stranger++) {
            table.begin(0, 0x20010DB8L << 32, stranger, 1, 0, 0, 1);
        }
        assertEquals(1_000_000 - halfOpen, table.replaced());
        assertEquals(halfOpen, table.halfOpen());
        for (int client = 0; client < sessions; client++) {
            int place = table.find(0, 0, FOUR | client, client & 0xFFFF);
            assertEquals(client % 60_000, table.backend(place));
            assertEquals(State.ESTABLISHED, table.state(place));
        }
        assertEquals(1_000_000 - halfOpen, ended.size());
    }

    @Test
    void limitsOutOfBoundsAreRefused() {
        SessionLimits usual = new SessionLimits(SettingValues.none());
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> usual.with(SessionLimits.SESSIONS, 0));
        assertEquals("packet.sessions: value \"0\"; expected a whole number from 1 to 16777216", wrong.getMessage());
        wrong = assertThrows(
                IllegalArgumentException.class, () -> usual.with(SessionLimits.IDLE_TIME, Duration.ofDays(1)));
        assertEquals(
                "packet.idle-time: value \"PT24H\"; expected a duration from 1s to 12h with its unit, such as 500ms,"
                        + " 2s or 1m",
                wrong.getMessage());
    }
}
