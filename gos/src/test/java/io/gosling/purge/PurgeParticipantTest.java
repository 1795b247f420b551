package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.purge.message.PurgeVersionVector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** One node's part, told in messages. Nodes a, b and c vote; the messages go where the story wants them. */
class PurgeParticipantTest {
    private static final Quorum VOTERS = new Quorum(List.of("a", "b", "c"));
    private static final PurgeRequest PAGE = PurgeRequest.hard("/page");

    private final Random random = new Random(1);
    private final List<PurgeOutcome> outcomes = new ArrayList<>();
    private Quorum voters = VOTERS;
    private long now;
    private long wallMillis = 1_000;

    private final class Node {
        final NodeIncarnation self;
        final SimulatedMemory memory = new SimulatedMemory();
        final SimulatedDisk disk;
        final PurgeParticipant freshness;

        Node(String name, SimulatedDisk disk) {
            this.self = NodeIncarnation.drawn(name, random);
            this.disk = disk;
            this.freshness = new PurgeParticipant(
                    self,
                    voters,
                    PurgeSettings.defaults(),
                    disk,
                    new PurgeEnvironment(memory, () -> Set.of("a", "b", "c", "x"), random, () -> wallMillis),
                    now);
        }

        LeaseAndVoteStatus vouching() {
            return freshness.vouching(now);
        }

        boolean serves(String key) {
            SimulatedMemory.Copy copy = memory.copy(key);
            return copy != null && freshness.serving().holds(now) && memory.isProven(copy);
        }

        void keep(String key) {
            memory.end(memory.open(key), 1);
        }
    }

    private Node node(String name) {
        return new Node(name, new SimulatedDisk(random));
    }

    /** Delivers messages and the answers to them among these nodes; what is for others is lost. */
    private void deliver(List<OutgoingMessage> envelopes, Node... among) {
        for (OutgoingMessage outgoing : envelopes) {
            for (Node node : among) {
                if (node.self.node().equals(outgoing.node())) {
                    deliver(node.freshness.receive(List.of(outgoing.envelope()), now), among);
                }
            }
        }
    }

    /** Time passes, in steps as a node's owner makes them. */
    private void pass(Duration duration, Node... among) {
        long end = now + duration.toNanos();
        while (now < end) {
            now += Duration.ofMillis(50).toNanos();
            for (Node node : among) {
                deliver(node.freshness.tick(now), among);
            }
        }
    }

    private void purge(Node at, Node... among) {
        deliver(at.freshness.purge(PAGE, outcomes::add, now), among);
    }

    private PurgeOutcome outcome() {
        assertEquals(1, outcomes.size(), outcomes::toString);
        return outcomes.getFirst();
    }

    @Test
    void aNodeIsIdleUnlessAPurgeIsUnderWayAtItOrThroughIt() {
        Node a = node("a");
        Node b = node("b");
        Node c = node("c");
        pass(Duration.ofSeconds(10), a, b, c);
        assertTrue(a.freshness.isIdle() && b.freshness.isIdle());
        // One that holds a lease does not hear of the purge, which waits for it.
        purge(a, a, b);
        assertFalse(a.freshness.isIdle());
        pass(Duration.ofSeconds(10), a, b);
        assertTrue(outcome().complete(), outcomes::toString);
        assertTrue(a.freshness.isIdle() && b.freshness.isIdle());
    }

    @Test
    void aLineageThatAClockWhichIsBehindHasFoundedGivesWayToOneThatAllWillEnter() {
        wallMillis = 2_000;
        Node c = node("c");
        pass(Duration.ofSeconds(10), node("a"), node("b"), c);
        long late = c.vouching().epoch();
        assertTrue(c.vouching().votes());

        // Two come back without their files. The first is cut off from the third one, and the second hears of it late.
        wallMillis = 1_000;
        Node a = node("a");
        Node b = node("b");
        List<OutgoingMessage> blank = new ArrayList<>();
        for (OutgoingMessage asking : a.freshness.tick(now)) {
            if (asking.node().equals("b")) {
                blank.addAll(b.freshness.receive(List.of(asking.envelope()), now));
            }
        }
        pass(Duration.ofSeconds(2), b, c);
        deliver(blank, a, b);
        assertTrue(a.vouching().votes() && a.vouching().epoch() < late);
        assertFalse(b.vouching().votes());

        pass(Duration.ofSeconds(5), a, b);
        assertTrue(a.vouching().votes() && b.vouching().votes());
        assertEquals(a.vouching().epoch(), b.vouching().epoch());
        assertTrue(a.vouching().epoch() > late);
        pass(Duration.ofSeconds(20), a, b, c);
        assertEquals(a.vouching().epoch(), c.vouching().epoch());
    }

    @Test
    void aClusterThatStartsForTheFirstTimeFoundsAndServes() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(1), a, x);
        assertFalse(x.vouching().holdsLease(), "one voter of three is no quorum");
        pass(Duration.ofSeconds(3), a, b, x);
        assertTrue(a.vouching().votes() && b.vouching().votes());
        assertEquals(a.vouching().epoch(), b.vouching().epoch());
        assertTrue(x.vouching().holdsLease());
        x.keep("/page");
        assertTrue(x.serves("/page"));

        pass(Duration.ofSeconds(5), a, b, x);
        Node c = node("c");
        pass(Duration.ofSeconds(6), a, b, c, x);
        assertFalse(c.vouching().votes(), "silent at first");
        pass(Duration.ofSeconds(2), a, b, c, x);
        assertTrue(c.vouching().votes(), "then it has learnt from two others");
    }

    @Test
    void aNodeDoesNotListItselfAmongTheVotersThatItDoesNotHear() {
        assertEquals(Set.of("a", "c"), node("b").vouching().unheard());
        assertEquals(Set.of("a", "b", "c"), node("x").vouching().unheard());
    }

    @Test
    void aPurgeIsCompleteAtOnceWhenEverybodyAnswers() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(8), a, b, x);
        x.keep("/page");
        purge(x, a, b, x);
        assertTrue(outcome().complete(), outcome()::toString);
        assertEquals(Set.of("a", "b", "x"), outcome().acknowledged());
        assertEquals(Set.of("c"), outcome().silent());
        assertFalse(x.serves("/page"));
        assertTrue(x.vouching().holdsLease());
    }

    @Test
    void whoIsCutOffIsWaitedForAndDoesNotServeMeanwhile() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(8), a, b, x);
        x.keep("/page");
        purge(a, a, b);
        assertTrue(x.serves("/page"), "it knows nothing yet");
        while (outcomes.isEmpty()) {
            pass(Duration.ofMillis(50), a, b);
        }
        assertTrue(outcome().complete(), outcome()::toString);
        assertFalse(x.serves("/page"), "its lease is over");
        pass(Duration.ofSeconds(2), a, b, x);
        assertTrue(x.vouching().holdsLease());
        assertFalse(x.serves("/page"), "the purge came with the lease");
    }

    @Test
    void aLeaseIsOfTheEpochInWhichItWasEarned() {
        voters = new Quorum(List.of("a"));
        Node a = node("a");
        Node x = node("x");
        assertEquals(0, x.freshness.serving().epoch(), "none yet");
        pass(Duration.ofSeconds(10), a, x);
        long first = x.freshness.serving().epoch();
        assertEquals(a.vouching().epoch(), first);

        wallMillis = 20_000;
        Node blank = node("a");
        pass(Duration.ofSeconds(10), blank, x);
        assertTrue(x.vouching().holdsLease());
        assertEquals(blank.vouching().epoch(), x.freshness.serving().epoch());
        assertTrue(x.freshness.serving().epoch() > first);
    }

    @Test
    void withoutAQuorumNothingIsCertainAndTheOwnCopiesGo() {
        Node a = node("a");
        Node b = node("b");
        pass(Duration.ofSeconds(8), a, b);
        b.keep("/page");
        purge(b, b);
        pass(Duration.ofSeconds(7), b);
        assertFalse(outcome().complete());
        assertTrue(
                outcome().detail().startsWith("1 of 3 voters have answered"),
                outcome().detail());
        assertTrue(b.memory.copy("/page") == null);

        outcomes.clear();
        Node x = node("x");
        x.keep("/page");
        purge(x, x);
        pass(Duration.ofSeconds(7), x);
        assertFalse(outcome().complete());
        assertTrue(
                outcome().detail().startsWith("no voter has answered: "),
                outcome().detail());
        assertTrue(x.memory.copy("/page") == null);
    }

    @Test
    void aVoterGoesOnWithItsFileAndDoesNotKnowItsLessees() {
        Node a = node("a");
        Node b = node("b");
        pass(Duration.ofSeconds(8), a, b);
        purge(a, a, b);
        PurgeVersionVector known = a.freshness.clock();
        Node again = new Node("a", a.disk);
        assertTrue(again.vouching().votes());
        assertEquals(known, again.freshness.clock());
        pass(Duration.ofSeconds(1), again, b);
        outcomes.clear();
        purge(again, again, b);
        assertEquals(List.of(), outcomes, "whom it gave leases before is not known");
        pass(Duration.ofMillis(5200), again, b);
        assertTrue(outcome().complete(), outcome()::toString);
        assertEquals(known.numbers().keySet(), again.freshness.clock().numbers().keySet(), "the same stream");
    }

    @Test
    void whatCannotBeWrittenIsNotSaidAndTheVoterGoesOnWhenItCan() {
        Node a = node("a");
        Node b = node("b");
        pass(Duration.ofSeconds(8), a, b);
        a.disk.isFull = true;
        List<OutgoingMessage> envelopes = a.freshness.purge(PAGE, outcomes::add, now);
        assertEquals(List.of(), envelopes);
        pass(Duration.ofSeconds(2), a, b);
        assertFalse(a.vouching().votes());
        assertTrue(
                a.vouching().trouble().contains("no space left"), a.vouching().trouble());
        assertTrue(outcomes.stream().noneMatch(PurgeOutcome::complete), outcomes::toString);
        a.disk.isFull = false;
        pass(Duration.ofSeconds(12), a, b);
        assertTrue(a.vouching().votes());
        assertEquals("", a.vouching().trouble());
        outcomes.clear();
        purge(a, a, b);
        assertTrue(outcome().complete(), outcome()::toString);
    }

    @Test
    void aPurgeThatItsCoordinatorCannotWriteIsCompletedByTheNextVoter() {
        Node a = node("a");
        Node b = node("b");
        Node c = node("c");
        pass(Duration.ofSeconds(20), a, b, c);
        a.disk.isFull = true;
        purge(a, a, b, c);
        assertEquals(List.of(), outcomes);
        pass(Duration.ofSeconds(2), a, b, c);
        assertFalse(a.vouching().votes());
        assertTrue(outcome().complete(), outcome()::toString);
        assertEquals(Set.of("a", "b", "c"), outcome().acknowledged());
    }

    @Test
    void theOnlyVoterSaysWhyItCannotWriteAndCompletesAPurgeIfItCanBeforeTheDeadline() {
        voters = new Quorum(List.of("a"));
        Node a = node("a");
        pass(Duration.ofSeconds(20), a);
        a.keep("/page");
        a.disk.isFull = true;
        purge(a, a);
        assertDoubt("no space left");
        assertTrue(a.memory.copy("/page") == null);

        purge(a, a);
        pass(Duration.ofSeconds(7), a);
        assertDoubt("a refused: the voter's file cannot be written: no space left");

        purge(a, a);
        a.disk.isFull = false;
        pass(Duration.ofSeconds(6), a);
        assertTrue(outcome().complete(), outcome()::toString);
    }

    private void assertDoubt(String why) {
        assertFalse(outcome().complete());
        assertTrue(outcome().detail().contains(why), outcome().detail());
        outcomes.clear();
    }

    @Test
    void whoSaysGoodbyeIsNotWaitedFor() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(8), a, b, x);
        x.keep("/page");
        deliver(x.freshness.leave(now), a, b);
        assertFalse(x.serves("/page"));
        purge(a, a, b);
        assertTrue(outcome().complete());
        pass(Duration.ofSeconds(2), a, b, x);
        assertFalse(x.vouching().holdsLease(), "it asks no more");
    }

    @Test
    void whoHasLeftAsksForNoPurgeThatItHasMissed() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(8), a, b, x);
        purge(a, a, b);
        pass(Duration.ofSeconds(8), a, b);
        assertTrue(asksAfter(purgeFor("x", a, b), x), "one is missing");
        deliver(x.freshness.leave(now), a, b);
        assertFalse(asksAfter(purgeFor("x", a, b), x), "it would be waited for again");
    }

    /** Messages of a purge to a node, all lost. */
    private List<AddressedPurgeMessage> purgeFor(String name, Node at, Node other) {
        List<AddressedPurgeMessage> told = new ArrayList<>();
        List<OutgoingMessage> envelopes = at.freshness.purge(PAGE, outcomes::add, now);
        while (!envelopes.isEmpty()) {
            List<OutgoingMessage> next = new ArrayList<>();
            for (OutgoingMessage outgoing : envelopes) {
                if (outgoing.node().equals(name)) {
                    told.add(outgoing.envelope());
                } else {
                    Node to = outgoing.node().equals(at.self.node()) ? at : other;
                    next.addAll(
                            outgoing.node().equals(to.self.node())
                                    ? to.freshness.receive(List.of(outgoing.envelope()), now)
                                    : List.of());
                }
            }
            envelopes = next;
        }
        assertFalse(told.isEmpty());
        return told;
    }

    private boolean asksAfter(List<AddressedPurgeMessage> told, Node node) {
        return node.freshness.receive(told, now).stream()
                .anyMatch(outgoing -> outgoing.envelope().message() instanceof PurgeMessage.Ask);
    }

    @Test
    void aDriverThatDiesIsReplaced() {
        Node a = node("a");
        Node b = node("b");
        Node c = node("c");
        Node x = node("x");
        pass(Duration.ofSeconds(20), a, b, c, x);
        purge(x, a);
        pass(Duration.ofSeconds(7), b, c, x);
        assertTrue(outcome().complete(), outcome()::toString);
        assertTrue(outcome().acknowledged().containsAll(Set.of("b", "c", "x")));
    }

    @Test
    void lettersForAFormerProcessChangeNothing() {
        Node a = node("a");
        Node b = node("b");
        pass(Duration.ofSeconds(8), a, b);
        List<OutgoingMessage> asks = node("x").freshness.tick(now);
        Node x = node("x");
        List<OutgoingMessage> answers = new ArrayList<>();
        for (OutgoingMessage ask : asks) {
            Node voter = ask.node().equals("a") ? a : b;
            answers.addAll(voter.freshness.receive(List.of(ask.envelope()), now));
        }
        assertFalse(answers.isEmpty());
        deliver(answers, x);
        assertFalse(x.vouching().holdsLease(), "its predecessor had asked");
    }

    @Test
    void aLeaseCountsFromTheAsking() {
        Node a = node("a");
        Node b = node("b");
        Node x = node("x");
        pass(Duration.ofSeconds(8), a, b);
        List<OutgoingMessage> asks = x.freshness.tick(now);
        now += Duration.ofMillis(4900).toNanos();
        deliver(asks, a, b, x);
        assertTrue(x.vouching().holdsLease());
        now += Duration.ofMillis(100).toNanos();
        assertFalse(x.vouching().holdsLease());
    }

    @Test
    void whatIsOutOfBoundsIsRefusedInWords() {
        assertRefused("expected 1, 3 or 5", () -> new Quorum(List.of("a", "b")));
        assertRefused("each name once", () -> new Quorum(List.of("a", "b", "a")));
        assertRefused(
                "1001 selectors",
                () -> new PurgeRequest(
                        Collections.nCopies(1001, new PurgeSelector.Tag("t")), PurgeRequest.Strength.HARD));
        assertRefused(
                "purge in parts",
                () -> new PurgeRequest(
                        Collections.nCopies(20, new PurgeSelector.Url("x".repeat(8000))), PurgeRequest.Strength.HARD));
        assertRefused("URL of 0 bytes", () -> PurgeRequest.hard(""));
        assertRefused("purge.deadline is PT5S", () -> settings(Duration.ofSeconds(5), Duration.ofSeconds(5)));
        assertRefused("purge.lease is PT2M", () -> settings(Duration.ofMinutes(2), Duration.ofMinutes(4)));
        assertEquals(Duration.ofMillis(5150), PurgeSettings.defaults().leaseOver());
        assertEquals(Duration.ofMillis(6170), PurgeSettings.defaults().driveOver());
    }

    private static PurgeSettings settings(Duration lease, Duration deadline) {
        PurgeSettings usual = PurgeSettings.defaults();
        return new PurgeSettings(
                lease,
                usual.ask(),
                usual.resend(),
                usual.nextVoter(),
                deadline,
                usual.keep(),
                usual.keepRecords(),
                usual.keepBytes(),
                usual.lessees());
    }

    private static void assertRefused(String part, Runnable made) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, made::run);
        assertTrue(String.valueOf(refused.getMessage()).contains(part), refused.getMessage());
    }
}
