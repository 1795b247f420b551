package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalCount;
import io.gosling.gos.objecttable.LocalCount.Holding;
import io.gosling.settings.Values;
import io.gosling.testing.ManualTicker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A real member whose map stops answering: what a row's owner looks like while its process stands still. */
class FrozenOwnerTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final LocalCount TALLY = new LocalCount("/a", 1, 0, 0, 0, 0, Holding.SEEN);

    private final AtomicBoolean frozen = new AtomicBoolean();
    private final AtomicInteger asked = new AtomicInteger();
    private final ManualTicker ticker = new ManualTicker();
    private Duration slowness = Duration.ZERO;

    @Test
    void itCostsOneDeadlineAndThenOneAfterEachPause() {
        try (Members members = new Members()) {
            HazelcastInstance real = Objects.requireNonNull(
                    members.start("n1", NodeRole.ALL).member().instance());
            HazelcastInstance grid = freezing(real);
            var timings = new ClusterTimings(Values.none()).with(ClusterTimings.LOCATE, Duration.ofSeconds(10));
            var patient = new HazelcastObjectTable(() -> grid, 1, timings, ticker);
            assertNotNull(patient.locate(TALLY, NOW));
            var table = new HazelcastObjectTable(
                    () -> grid, 1, timings.with(ClusterTimings.LOCATE, Duration.ofMillis(10)), ticker);
            frozen.set(true);
            assertNull(table.locate(TALLY, NOW));
            assertQuestions(0, table);
            ticker.advance(Duration.ofMillis(100));
            assertQuestions(1, table);
            ticker.advance(Duration.ofMillis(199));
            assertQuestions(0, table);
            ticker.advance(Duration.ofMillis(1));
            assertQuestions(1, table);
            frozen.set(false);
            assertNotNull(patient.locate(TALLY, NOW));
        }
    }

    /** Checks the number of questions that reach the owner in the pauses. */
    private void assertQuestions(int expected, HazelcastObjectTable table) {
        int before = asked.get();
        assertNull(table.locate(TALLY, NOW));
        assertNull(table.changed("/a", 0));
        table.filled(TALLY, NOW);
        assertTrue(table.report(List.of(TALLY, TALLY), NOW).isEmpty());
        assertEquals(before + expected, asked.get());
    }

    @Test
    void aReportThatIsLateIsNoReasonNotToAsk() {
        try (Members members = new Members()) {
            HazelcastInstance real = Objects.requireNonNull(
                    members.start("n1", NodeRole.ALL).member().instance());
            HazelcastInstance grid = freezing(real);
            var timings = new ClusterTimings(Values.none()).with(ClusterTimings.LOCATE, Duration.ofMillis(10));
            var table = new HazelcastObjectTable(() -> grid, 1, timings, ticker);
            frozen.set(true);
            assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
            assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
            assertEquals(2, asked.get());
            assertNull(table.locate(TALLY, NOW));
            assertEquals(3, asked.get(), "it is asked all the same");
            assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
            assertEquals(3, asked.get(), "and then left alone by both");
        }
    }

    @Test
    void anOwnerThatIsSlowTimeAfterTimeIsAskedNowAndThen() {
        try (Members members = new Members()) {
            HazelcastInstance real = Objects.requireNonNull(
                    members.start("n1", NodeRole.ALL).member().instance());
            var timings = new ClusterTimings(Values.none()).with(ClusterTimings.LOCATE, Duration.ofSeconds(10));
            var table = new HazelcastObjectTable(() -> freezing(real), 1, timings, ticker);
            slowness = Duration.ofMillis(2001);
            for (int i = 0; i < 5; i++) {
                assertNotNull(table.locate(TALLY, NOW), "slow, but an answer");
            }
            assertNull(table.locate(TALLY, NOW));
            ticker.advance(Duration.ofMillis(100));
            assertNotNull(table.locate(TALLY, NOW), "one finds out");
            assertNull(table.locate(TALLY, NOW));
            slowness = Duration.ZERO;
            ticker.advance(Duration.ofMillis(200));
            assertNotNull(table.locate(TALLY, NOW));
            assertNotNull(table.locate(TALLY, NOW), "it is quick again");
            assertEquals(8, asked.get());
        }
    }

    private HazelcastInstance freezing(HazelcastInstance real) {
        return proxy(
                HazelcastInstance.class,
                real,
                (method, answer) -> method.equals("getMap") ? freezing((IMap<?, ?>) answer.get()) : answer.get());
    }

    private IMap<?, ?> freezing(IMap<?, ?> real) {
        return proxy(IMap.class, real, (method, answer) -> {
            if (method.startsWith("submitTo")) {
                asked.incrementAndGet();
                ticker.advance(slowness);
                if (frozen.get()) {
                    return new CompletableFuture<Object>();
                }
            }
            return answer.get();
        });
    }

    private interface Answer {
        Object get() throws Throwable;
    }

    private interface Interception {
        Object call(String method, Answer answer) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, T real, Interception interception) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> interception.call(method.getName(), () -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause() == null ? e : e.getCause();
                    }
                })));
    }
}
