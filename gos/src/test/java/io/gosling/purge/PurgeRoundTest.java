package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.PurgeRound.Decision;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests the completion of a purge. The driver is the voter a. */
class PurgeRoundTest {
    private static final PurgeSettings SETTINGS = PurgeSettings.defaults();
    private static final QuorumRules RULES = new QuorumRules(SETTINGS);
    private static final Quorum VOTERS = new Quorum(List.of("a", "b", "c"));
    private static final long EPOCH = 100;
    private static final PurgeRecord RECORD = new PurgeRecord(5, 3, PurgeRequest.hard("/page"));
    private static final NodeIncarnation A = new NodeIncarnation("a", 1);
    private static final NodeIncarnation B = new NodeIncarnation("b", 2);
    private static final NodeIncarnation X = new NodeIncarnation("x", 9);

    private final PurgeRound drive = new PurgeRound(RECORD, EPOCH, "a", Set.of("a", "b", "c", "y"), 0);

    private static PurgeMessage.Vote vote(NodeIncarnation... lessees) {
        return new PurgeMessage.Vote(EPOCH, 5, 3, Optional.of(new TreeSet<>(List.of(lessees))));
    }

    private static long millis(long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private Decision at(long millis) {
        return drive.decide(VOTERS, RULES, EPOCH, millis(millis));
    }

    @Test
    void aQuorumWhoseLesseesHaveDoneItIsEnough() {
        drive.voted(A, vote(A, X), millis(1));
        drive.voted(B, vote(A), millis(2));
        assertEquals(Decision.NOT_YET, at(3), "x may serve");
        drive.acknowledged(X, 5, 2);
        assertEquals(Decision.NOT_YET, at(3), "that was the purge before");
        drive.acknowledged(X, 5, 3);
        assertEquals(Decision.COMPLETE, at(3), "c is not needed");
    }

    @Test
    void theSameNodeStartedAgainIsAnother() {
        drive.voted(A, vote(X), millis(1));
        drive.voted(B, vote(), millis(1));
        drive.acknowledged(new NodeIncarnation("x", 10), 5, 3);
        assertEquals(Decision.NOT_YET, at(2));
    }

    @Test
    void whoIsSilentIsWaitedForUntilItsLeaseIsOver() {
        drive.voted(A, vote(X), millis(1));
        drive.voted(B, vote(X), millis(400));
        assertEquals(Decision.NOT_YET, at(5550));
        assertEquals(Decision.COMPLETE, at(5551));
        PurgeOutcome outcome = drive.outcome(true, "");
        assertEquals(Set.of("a", "b"), outcome.acknowledged());
        assertEquals(Set.of("c", "x", "y"), outcome.silent());
    }

    @Test
    void aVoterThatDoesNotKnowItsLesseesIsWaitedFor() {
        drive.voted(A, vote(), millis(1));
        drive.voted(B, new PurgeMessage.Vote(EPOCH, 5, 3, Optional.empty()), millis(1));
        assertEquals(Decision.NOT_YET, at(5151));
        assertEquals(Decision.COMPLETE, at(5152));
    }

    @Test
    void withoutTheDriverItselfNoOthersAreAQuorum() {
        drive.voted(B, vote(), millis(1));
        drive.voted(new NodeIncarnation("c", 3), vote(), millis(1));
        assertEquals(Decision.NOT_YET, at(2));
    }

    @Test
    void aVoteOfAnotherLineageOrAnEarlierPurgeIsNone() {
        drive.voted(A, vote(), millis(1));
        drive.voted(B, new PurgeMessage.Vote(EPOCH + 1, 5, 3, Optional.of(new TreeSet<>())), millis(1));
        drive.voted(B, new PurgeMessage.Vote(EPOCH, 5, 2, Optional.of(new TreeSet<>())), millis(1));
        drive.voted(B, new PurgeMessage.Vote(EPOCH, 6, 3, Optional.of(new TreeSet<>())), millis(1));
        assertEquals(Decision.NOT_YET, at(2));
        assertTrue(drive.missing(VOTERS).startsWith("1 of 3 voters"), drive.missing(VOTERS));
    }

    @Test
    void afterTheDeadlineNothingIsComplete() {
        drive.voted(A, vote(), millis(1));
        drive.voted(B, vote(), millis(1));
        assertEquals(Decision.COMPLETE, at(5999));
        assertEquals(Decision.GIVEN_UP, at(6000));
    }

    @Test
    void aDriverOfAnotherLineageGivesUp() {
        drive.voted(A, vote(), millis(1));
        drive.voted(B, vote(), millis(1));
        assertEquals(Decision.GIVEN_UP, drive.decide(VOTERS, RULES, EPOCH + 1, millis(2)));
    }

    @Test
    void whoHasNotAnsweredIsToldAgainAndWhoWasNamedIsTold() {
        assertEquals(Set.of("a", "b", "c", "y"), drive.toTell(VOTERS));
        drive.voted(A, vote(X), millis(1));
        drive.acknowledged(B, 5, 3);
        drive.acknowledged(new NodeIncarnation("y", 4), 5, 3);
        assertEquals(Set.of("b", "c", "x"), drive.toTell(VOTERS), "b has done it and not voted");
        drive.voted(B, vote(X), millis(1));
        drive.acknowledged(X, 5, 4);
        assertEquals(Set.of("c"), drive.toTell(VOTERS));
        assertFalse(drive.outcome(true, "").silent().contains("x"));
    }
}
