package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.InProcessCluster;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.gos.warm.MemoryWarmUp;
import io.gosling.gos.warm.MoveResult;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.gos.warm.WarmUpTransport;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Memory that moves between nodes that come and go: the real lookup, cache and counts, calls instead of messages. */
class WarmMemoryTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final InProcessCluster cluster = new InProcessCluster();
    private final Map<String, MemoryWarmUp> warmths = new HashMap<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private MemoryWarmUp warmUp(InProcessCluster.Member member) {
        MemoryWarmUp warmUp = new MemoryWarmUp(
                member.memory,
                (holder, object) -> member.space.transfer(holder, DocumentPath.parse(object.key()), object.count()),
                member,
                cluster.ticker);
        warmUp.reach(new WarmUpTransport() {
            @Override
            public List<HeldObjectSummary> hottest(ClusterMember node, int most) {
                return of(node).hottest();
            }

            @Override
            public MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within)
                    throws IOException {
                try {
                    return Objects.requireNonNull(of(to).take(member.node, keys, within));
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        });
        warmths.put(member.node.name(), warmUp);
        return warmUp;
    }

    private MemoryWarmUp of(ClusterMember node) {
        return Objects.requireNonNull(warmths.get(node.name()));
    }

    private InProcessCluster.Member add(String name) {
        InProcessCluster.Member member = cluster.add(name);
        warmUp(member);
        return member;
    }

    @Test
    void whatALeavingNodeAloneHasIsWithTheOthersBeforeItGoes() throws Exception {
        InProcessCluster.Member a = add("a");
        InProcessCluster.Member b = add("b");
        InProcessCluster.Member c = add("c");
        for (int i = 0; i < 30; i++) {
            cluster.everywhere("/" + i, "page " + i);
            a.get("/" + i);
        }
        b.get("/7");
        cluster.report();

        DrainTransferReport report = of(a.node).handOver(LONG);
        assertEquals(30, report.objects());
        assertEquals(1, report.elsewhere());
        assertEquals(29, report.moved().kept());
        assertEquals(29, b.memory.hot().size() + c.memory.hot().size() - 1);

        a.dead = true;
        for (int i = 0; i < 30; i++) {
            String before = c.memory.hot().bytesOf("/" + i) > 0 ? "local-memory of c" : "peer-memory of b";
            assertEquals(before + ": page " + i, c.get("/" + i));
        }
    }

    @Test
    void aNodeThatComesHasTheHottestBeforeItIsAsked() throws Exception {
        InProcessCluster.Member a = add("a");
        for (int i = 0; i < 30; i++) {
            cluster.everywhere("/" + i, "x".repeat(10_000) + i);
            for (int times = 0; times <= 30 - i; times++) {
                a.get("/" + i);
            }
        }
        cluster.report();
        InProcessCluster.Member b = add("b");
        MoveResult filled = of(b.node)
                .fill(
                        new WarmSettings(SettingValues.none())
                                .with(WarmSettings.SHARE, 0.5)
                                .with(WarmSettings.RATE, 1L << 40)
                                .with(WarmSettings.TIMEOUT, LONG)
                                .with(WarmSettings.HAND_OVER, LONG),
                        () -> true,
                        () -> true,
                        10 * a.memory.hot().bytesOf("/0") + 100);

        assertEquals(10, filled.kept());
        for (int i = 0; i < 10; i++) {
            assertTrue(b.memory.hot().bytesOf("/" + i) > 0, "/" + i);
        }
        assertEquals(
                a.memory.localObjects().asked("/0").agac(a.memory.epoch().now()),
                b.memory.localObjects().asked("/0").agac(b.memory.epoch().now()),
                "with its count: the next report does not make it look cold");
    }

    @Test
    void aNodeThatMayNotFetchYetSaysItIsReadyWhenTimeIsUp() throws Exception {
        InProcessCluster.Member a = add("a");
        cluster.everywhere("/x", "x");
        a.get("/x");
        InProcessCluster.Member b = add("b");
        var settings = new WarmSettings(SettingValues.none())
                .with(WarmSettings.SHARE, 0.5)
                .with(WarmSettings.RATE, 1L << 20)
                .with(WarmSettings.TIMEOUT, Duration.ZERO)
                .with(WarmSettings.HAND_OVER, LONG);
        assertEquals(MoveResult.NOTHING, of(b.node).fill(settings, () -> false, () -> true, 1 << 20));
        assertEquals(MoveResult.NOTHING, of(b.node).fill(settings, () -> true, () -> false, 1 << 20));
        assertEquals(0, b.memory.hot().size());
    }

    @Test
    void whatWasChangedMeanwhileIsNotTakenAsItWas() {
        InProcessCluster.Member a = add("a");
        InProcessCluster.Member b = add("b");
        cluster.everywhere("/x", "old");
        a.get("/x");
        cluster.everywhere("/x", "new");
        cluster.ticker.advance(Duration.ofSeconds(10));
        b.space.transfer(a.node, DocumentPath.parse("/x"), AgedCount.NONE);
        assertEquals("new", b.get("/x").replaceAll(".*: ", ""));
    }

    @Test
    void whoLeavesTooTakesNothing() throws Exception {
        InProcessCluster.Member a = add("a");
        MemoryWarmUp leaving = new MemoryWarmUp(
                a.memory, (holder, object) -> TransferResult.KEPT, KnownNodes.alone(a.node.leaving()), cluster.ticker);
        assertNull(leaving.take(a.node, List.of(), LONG));
    }
}
