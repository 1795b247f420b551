package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.document.DocumentPath;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.InProcessCluster;
import io.gosling.gos.space.TransferResult;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.gos.warm.MemoryHandOver;
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
    private final Map<String, MemoryHandOver> warmths = new HashMap<>();

    @AfterEach
    void close() {
        cluster.close();
    }

    private MemoryHandOver warmUp(InProcessCluster.Member member) {
        MemoryHandOver warmUp = new MemoryHandOver(
                member.memory,
                (holder, object) -> member.space.transfer(holder, DocumentPath.parse(object.key()), object.count()),
                member,
                cluster.ticker);
        warmUp.reach((to, keys, within) -> {
            try {
                return Objects.requireNonNull(of(to).take(member.node, keys, within));
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        warmths.put(member.node.name(), warmUp);
        return warmUp;
    }

    private MemoryHandOver of(ClusterMember node) {
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
        MemoryHandOver leaving = new MemoryHandOver(
                a.memory, (holder, object) -> TransferResult.KEPT, KnownNodes.alone(a.node.leaving()), cluster.ticker);
        assertNull(leaving.take(a.node, List.of(), LONG));
    }
}
