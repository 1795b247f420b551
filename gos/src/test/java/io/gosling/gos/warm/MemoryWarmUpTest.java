package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.TransferResult;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** A node that comes, and others of which some say nothing. */
class MemoryWarmUpTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final ManualTicker ticker = new ManualTicker();
    private final NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), ticker);
    private final List<ClusterMember> others = List.of(node("n2", 2), node("n3", 3), node("silent", 4));
    private final CyclicBarrier together = new CyclicBarrier(others.size());

    private static ClusterMember node(String name, int tag) {
        return new ClusterMember(
                name,
                tag,
                NodeRole.ALL,
                new InetSocketAddress("127.0.0.1", tag),
                null,
                null,
                ClusterMember.Phase.READY,
                NodeProfile.PLAIN);
    }

    private final KnownNodes book = new KnownNodes() {
        @Override
        public ClusterMember self() {
            return node("n1", 1);
        }

        @Override
        public List<ClusterMember> others() {
            return others;
        }
    };

    private final List<Integer> bounds = Collections.synchronizedList(new ArrayList<>());

    /** Each answers when all have been asked. */
    private final WarmUpTransport peers = new WarmUpTransport() {
        @Override
        public List<HeldObjectSummary> hottest(ClusterMember node, int most) throws IOException {
            bounds.add(most);
            try {
                together.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IOException(e);
            }
            if (node.name().equals("silent")) {
                throw new IOException("no answer");
            }
            return List.of(new HeldObjectSummary("/of-" + node.name(), new AgedCount(1, 0), 10));
        }

        @Override
        public MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within) throws IOException {
            throw new IOException("nobody leaves");
        }
    };

    @Test
    void allAreAskedAtOnceAndWhoSaysNothingIsLeftOut() throws Exception {
        try (MemoryWarmUp warmUp = new MemoryWarmUp(memory, (holder, object) -> TransferResult.KEPT, book, ticker)) {
            warmUp.reach(peers);
            var settings = new WarmSettings(SettingValues.none())
                    .with(WarmSettings.SHARE, 0.5)
                    .with(WarmSettings.RATE, 1L << 40)
                    .with(WarmSettings.TIMEOUT, LONG)
                    .with(WarmSettings.HAND_OVER, LONG);
            assertEquals(new MoveResult(2, 0, 0, 0, 20), warmUp.fill(settings, () -> true, () -> true, 1 << 19));
        }
        int most = bounds.stream().mapToInt(Integer::intValue).sum();
        assertTrue(bounds.size() > 1 && most <= MovableObjectTextCodec.MOST_LISTED_BYTES, bounds.toString());
    }

    @Test
    void aListIsCutBehindAWholeLine() {
        List<HeldObjectSummary> keys = List.of(
                new HeldObjectSummary("/a", new AgedCount(1, 0), 10),
                new HeldObjectSummary("/b", new AgedCount(1, 0), 10));
        byte[] lines = MovableObjectTextCodec.write(keys, 1000);
        for (int bytes = 0; bytes <= lines.length; bytes++) {
            List<HeldObjectSummary> read =
                    MovableObjectTextCodec.read(MovableObjectTextCodec.whole(Arrays.copyOf(lines, bytes)), 1000);
            assertEquals(keys.subList(0, bytes * 2 / lines.length), read);
        }
    }
}
