package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.purge.PurgeRound.Ballot;
import io.gosling.purge.World.Parts;
import io.gosling.purge.World.StaleBytes;
import io.gosling.purge.message.NodeIncarnation;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Each rule on which the guarantee rests is broken, one at a time, and the check of {@link FreshnessModelTest} has to
 * see stale bytes served. What it does not see here it would not see there.
 */
class PlantedFaultsTest {
    private static final int MOST_SCHEDULES = 20_000;

    @Test
    void aLeaseThatCountsFromTheGrantsArrivalIsTooLong() {
        isCaught(Weather.ROUGH, 1, rules(settings -> new QuorumRules(settings) {
            @Override
            long leaseUntil(long asked, long received) {
                return super.leaseUntil(received, received);
            }
        }));
    }

    @Test
    void whoServesWithoutLookingAtTheLeaseServesStaleBytes() {
        isCaught(Weather.ORDINARY, 1, new Parts(QuorumRules::new, LeaseGrants::new, SimulatedMemory::new, false));
    }

    @Test
    void aFillThatIsKeptAfterAPurgeIsStale() {
        isCaught(
                Weather.ORDINARY,
                1,
                new Parts(
                        QuorumRules::new,
                        LeaseGrants::new,
                        () -> new SimulatedMemory() {
                            @Override
                            void close(Fill fill) {
                                // Stays open.
                            }
                        },
                        true));
    }

    @Test
    void aPurgeThatDoesNotWaitForSilentLesseesIsNotComplete() {
        isCaught(Weather.ORDINARY, 1, rules(settings -> new QuorumRules(settings) {
            @Override
            boolean counts(Ballot ballot, Predicate<NodeIncarnation> done, long now) {
                return true;
            }
        }));
    }

    @Test
    void lesseesThatAreReadBeforeThePurgeIsInTheLogMissOne() {
        isCaught(
                Weather.AMBUSH,
                1,
                new Parts(
                        QuorumRules::new,
                        rules -> new LeaseGrants(rules) {
                            private SortedSet<NodeIncarnation> read = new TreeSet<>();

                            @Override
                            boolean remember(NodeIncarnation node, long now) {
                                read = super.named(now);
                                return super.remember(node, now);
                            }

                            @Override
                            SortedSet<NodeIncarnation> named(long now) {
                                return read;
                            }
                        },
                        SimulatedMemory::new,
                        true));
    }

    @Test
    void aVoterThatHasForgottenAndVotesAtOnceMissesPurges() {
        isCaught(Weather.BETRAYAL, 1, rules(settings -> new QuorumRules(settings) {
            @Override
            boolean isSilent(long blankSince, long asked) {
                return false;
            }

            @Override
            int teachers(Quorum voters) {
                return 1;
            }
        }));
    }

    @Test
    void ofFiveVotersOneThatHasForgottenMustBeSilentFirst() {
        isCaught(Weather.BETRAYAL_OF_FIVE, 595, rules(settings -> new QuorumRules(settings) {
            @Override
            boolean isSilent(long blankSince, long asked) {
                return false;
            }
        }));
    }

    @Test
    void aVoterThatHasStartedDoesNotKnowItsLessees() {
        isCaught(Weather.AMBUSH, 1, rules(settings -> new QuorumRules(settings) {
            @Override
            boolean knowsLessees(long votingSince, long now) {
                return true;
            }
        }));
    }

    @Test
    void aVoterThatForgetsLesseesTooSoonMissesOne() {
        isCaught(Weather.ORDINARY, 1, rules(settings -> new QuorumRules(settings) {
            @Override
            boolean isLessee(long asked, long now) {
                return now - asked <= settings.lease().dividedBy(2).toNanos();
            }
        }));
    }

    private static Parts rules(Function<PurgeSettings, QuorumRules> broken) {
        return new Parts(broken, LeaseGrants::new, SimulatedMemory::new, true);
    }

    /** @param hint a seed not long before one that shows it, as long as nothing is drawn in another order */
    private static void isCaught(Weather weather, long hint, Parts broken) {
        assertThrows(StaleBytes.class, () -> {
            for (long seed = hint; seed < hint + MOST_SCHEDULES; seed++) {
                new World(seed, weather, broken).storm(25 * World.SECOND);
            }
        });
    }
}
