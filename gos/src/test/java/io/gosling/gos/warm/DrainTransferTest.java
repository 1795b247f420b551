package io.gosling.gos.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A node hands over what it has, to nodes that take it, do not, or take long. */
class DrainTransferTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterMember one = ClusterMember.named("one", 1);
    private final ClusterMember two = ClusterMember.named("two", 2);
    private final Map<String, List<String>> taken = new ConcurrentHashMap<>();
    private final Set<ClusterMember> unwilling = new HashSet<>();

    private final HandOverTransport peers = new HandOverTransport() {
        @Override
        public MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within) throws IOException {
            if (unwilling.contains(to)) {
                throw new IOException("leaving too");
            }
            taken.computeIfAbsent(to.name(), made -> Collections.synchronizedList(new ArrayList<>()))
                    .addAll(keys.stream().map(HeldObjectSummary::key).toList());
            return new MoveResult(
                    keys.size(),
                    0,
                    0,
                    0,
                    keys.stream().mapToLong(HeldObjectSummary::bytes).sum());
        }
    };

    private static List<HeldObjectSummary> objects(int number, long bytes) {
        List<HeldObjectSummary> all = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            all.add(new HeldObjectSummary("/page" + i, new AgedCount(number - i, 0), bytes, List.of()));
        }
        return all;
    }

    private DrainTransferReport run(List<HeldObjectSummary> held, ClusterMember... others) throws InterruptedException {
        return new DrainTransfer(peers, Duration.ofSeconds(20), ticker).run(held, List.of(others));
    }

    private int takenBy(ClusterMember node) {
        return taken.getOrDefault(node.name(), List.of()).size();
    }

    @Test
    void everythingIsTakenOnceInTheOrderOfWorth() throws Exception {
        DrainTransferReport report = run(objects(1000, 100), one, two);
        assertEquals(new MoveResult(1000, 0, 0, 0, 100_000), report.moved());
        assertEquals(Set.of("one", "two"), report.to());
        assertEquals(1000, takenBy(one) + takenBy(two));
        List<Integer> numbers = taken.getOrDefault("one", List.of()).stream()
                .map(key -> Integer.valueOf(key.substring("/page".length())))
                .toList();
        assertEquals(numbers.stream().sorted().toList(), numbers);
    }

    @Test
    void aShareThatIsTooLongForOneMessageIsTakenInSeveral() throws Exception {
        HandOverTransport brief =
                (to, keys, within) -> peers.handOver(to, keys.stream().limit(30).toList(), within);
        var report =
                new DrainTransfer(brief, Duration.ofSeconds(20), ticker).run(objects(1000, 100), List.of(one, two));
        assertEquals(new MoveResult(1000, 0, 0, 0, 100_000), report.moved());
        assertEquals(
                1000,
                Set.copyOf(taken.values().stream().flatMap(List::stream).toList())
                        .size());
    }

    @Test
    void theShareOfOneThatTakesNothingGoesToTheRest() throws Exception {
        unwilling.add(one);
        DrainTransferReport report = run(objects(1000, 100), one, two);
        assertEquals(1000, takenBy(two));
        assertTrue(report.isComplete());
    }

    @Test
    void whatANodeThatStaysHasIsLeftAndWhatANodeThatIsGoneHadIsNot() throws Exception {
        AgedCount count = new AgedCount(1, 0);
        DrainTransferReport report = run(
                List.of(
                        new HeldObjectSummary("/shared", count, 10, List.of(two.tag())),
                        new HeldObjectSummary("/lost", count, 10, List.of(99))),
                one,
                two);
        assertEquals(1, report.elsewhere());
        assertEquals(1, report.moved().kept());
        assertEquals(1, takenBy(one) + takenBy(two));
    }

    @Test
    void whatNobodyTakesIsSaidToBeMissed() throws Exception {
        unwilling.addAll(List.of(one, two));
        DrainTransferReport report = run(objects(10, 100), one, two);
        assertEquals(new MoveResult(0, 0, 0, 10, 0), report.moved());
        assertFalse(report.isComplete());
    }

    @Test
    void aloneThereIsNobodyToHandOverToAndThatIsSaid() throws Exception {
        DrainTransferReport report = run(objects(10, 100));
        assertEquals(Set.of(), report.to());
        assertFalse(report.isComplete());
        assertEquals(10, report.moved().missed());
        assertEquals(10, report.objects());
    }
}
