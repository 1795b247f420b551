package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two front-ends that tell each other their assignments, step by step. */
class AdoptedAssignmentsTest {
    private static final long PAGE = RoutingKeyHash.hash("/page");
    private static final int HIGH = 4;

    /** One of two front-ends; each of its requests counts twice. */
    private static final class FrontEnd {
        final LiveBackends cluster = new LiveBackends();
        final DistributionPolicy policy;

        FrontEnd(PolicyName named) {
            for (String name : List.of("n1", "n2", "n3")) {
                cluster.join(name, 1);
            }
            cluster.setFrontEnds(2);
            policy = named.over(
                    cluster,
                    PolicySettings.defaults()
                            .with(PolicySettings.LOW, 2)
                            .with(PolicySettings.HIGH, HIGH)
                            .with(PolicySettings.TARGETS, 2));
        }

        PolicyBackend server(String name) {
            return cluster.servers().stream()
                    .filter(server -> server.name().equals(name))
                    .findFirst()
                    .orElseThrow();
        }

        String choose(long key) {
            PolicyBackend chosen = policy.choose(key, 1);
            assertNotNull(chosen);
            return chosen.name();
        }

        void load(String name, int requests) {
            for (int request = 0; request < requests; request++) {
                cluster.begin(server(name));
            }
        }

        List<String> assigned() {
            return policy.assigned(PAGE).stream()
                    .map(PolicyBackend::name)
                    .sorted()
                    .toList();
        }

        List<RoutingKeyAssignment> changes() {
            List<RoutingKeyAssignment> changes = new ArrayList<>();
            for (RoutingKeyAssignment one = policy.takeChange(); one != null; one = policy.takeChange()) {
                changes.add(one);
            }
            return changes;
        }

        void adopt(List<RoutingKeyAssignment> changes) {
            changes.forEach(one -> policy.adopt(RoutingKeyAssignment.parse(one.line()), 1));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R", "EXT_LARD"})
    void aNewKeyGoesWhereTheHashSaysUnlessThatIsOverloaded(PolicyName named) {
        FrontEnd one = new FrontEnd(named);
        FrontEnd other = new FrontEnd(named);
        other.load("n1", 1);
        for (long key = 0; key < 50; key++) {
            assertEquals(one.choose(RoutingKeyHash.mix(key)), other.choose(RoutingKeyHash.mix(key)));
        }
        String hashed = one.choose(PAGE);
        FrontEnd busy = new FrontEnd(named);
        busy.load(hashed, HIGH);
        assertEquals(false, hashed.equals(busy.choose(PAGE)));
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void aMoveIsTakenOverAndNotToldBack(PolicyName named) {
        FrontEnd one = new FrontEnd(named);
        FrontEnd other = new FrontEnd(named);
        String before = one.choose(PAGE);
        other.adopt(one.changes());
        one.load(before, HIGH);
        String after = one.choose(PAGE);
        other.adopt(one.changes());
        assertEquals(one.assigned(), other.assigned());
        assertEquals(true, other.assigned().contains(after));
        assertEquals(List.of(), other.changes());
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void ofTwoMovesAtOnceBothKeepTheSame(PolicyName named) {
        FrontEnd one = new FrontEnd(named);
        FrontEnd other = new FrontEnd(named);
        String before = one.choose(PAGE);
        other.adopt(one.changes());
        List<String> others = new ArrayList<>(List.of("n1", "n2", "n3"));
        others.remove(before);
        one.load(before, HIGH);
        one.load(others.get(0), 1);
        other.load(before, HIGH);
        other.load(others.get(1), 1);
        assertEquals(others.get(1), one.choose(PAGE));
        assertEquals(others.get(0), other.choose(PAGE));
        List<RoutingKeyAssignment> told = one.changes();
        one.adopt(other.changes());
        other.adopt(told);
        assertEquals(one.assigned(), other.assigned());
    }

    @Test
    void oneThatIsBehindIsToldTheNewerState() {
        FrontEnd one = new FrontEnd(PolicyName.LARD);
        FrontEnd late = new FrontEnd(PolicyName.LARD);
        String before = one.choose(PAGE);
        one.load(before, HIGH);
        one.choose(PAGE);
        one.changes();
        assertEquals(before, late.choose(PAGE), "it has missed the move");
        one.adopt(late.changes());
        late.adopt(one.changes());
        assertEquals(one.assigned(), late.assigned());
        assertEquals(List.of(), late.changes());
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R"})
    void oneThatStartsTellsWhatItHasLearntAndIsCorrected(PolicyName named) {
        FrontEnd one = new FrontEnd(named);
        FrontEnd started = new FrontEnd(named);
        String chosen = one.choose(PAGE);
        one.changes();
        String before = chosen.equals("n1") ? "n2" : "n1";
        started.policy.holds(PAGE, started.server(before), 0);
        started.policy.holds(2, started.server("n3"), 0);
        one.adopt(started.changes());
        started.adopt(one.changes());
        assertEquals(List.of(chosen), started.assigned());
        assertEquals("n3", one.choose(2));
        assertEquals(List.of(), started.changes());
        assertEquals(List.of(), one.changes());
    }

    @Test
    void aBackEndThatHasLeftGivesWay() {
        FrontEnd one = new FrontEnd(PolicyName.LARD);
        FrontEnd other = new FrontEnd(PolicyName.LARD);
        String chosen = one.choose(PAGE);
        other.adopt(one.changes());
        one.cluster.leave(one.server(chosen));
        other.cluster.leave(other.server(chosen));
        String next = one.choose(PAGE);
        assertEquals(List.of(), one.changes(), "each finds out for itself");
        assertEquals(next, other.choose(PAGE));
    }

    @ParameterizedTest
    @EnumSource(names = {"LARD", "LARD_R", "EXT_LARD"})
    void aBackEndThatHasLeftAtOneFrontEndOnlyStaysThatOfTheOther(PolicyName named) {
        FrontEnd one = new FrontEnd(named);
        FrontEnd other = new FrontEnd(named);
        String chosen = one.choose(PAGE);
        List<RoutingKeyAssignment> first = one.changes();
        FrontEnd late = new FrontEnd(named);
        late.cluster.leave(late.server(chosen));
        late.adopt(first);
        other.adopt(first);
        other.cluster.leave(other.server(chosen));
        for (FrontEnd without : List.of(other, late)) {
            assertNotEquals(chosen, without.choose(PAGE));
            one.adopt(without.changes());
            without.adopt(one.changes());
            one.adopt(without.changes());
            assertEquals(chosen, one.choose(PAGE));
            assertNotEquals(chosen, without.choose(PAGE));
        }
        one.load(chosen, HIGH + 1);
        String moved = one.choose(PAGE);
        other.adopt(one.changes());
        assertTrue(other.assigned().contains(moved), "a move is taken over");
    }

    @Test
    void twoThatKnowDifferentBackEndsSettle() {
        for (long key = 0; key < 100; key++) {
            FrontEnd one = new FrontEnd(PolicyName.LARD_R);
            FrontEnd other = new FrontEnd(PolicyName.LARD_R);
            other.cluster.leave(other.server("n2"));
            RoutingKeyAssignment pair = new RoutingKeyAssignment(key, 1, List.of("n1", "n2"));
            RoutingKeyAssignment single = new RoutingKeyAssignment(key, 1, List.of("n3"));
            one.adopt(List.of(pair, single));
            other.adopt(List.of(single, pair));
            for (int second = 0; second < 3; second++) {
                List<RoutingKeyAssignment> told = one.changes();
                one.adopt(other.changes());
                other.adopt(told);
            }
            assertEquals(List.of(), one.changes());
            assertEquals(List.of(), other.changes());
            List<String> live = one.policy.assigned(key).stream()
                    .map(PolicyBackend::name)
                    .filter(name -> !name.equals("n2"))
                    .toList();
            assertEquals(
                    live,
                    other.policy.assigned(key).stream().map(PolicyBackend::name).toList());
        }
    }

    @Test
    void aForgottenKeyIsNotTold() {
        FrontEnd one = new FrontEnd(PolicyName.LARD);
        one.choose(1);
        one.choose(2);
        one.choose(3);
        assertEquals(
                List.of(2L, 3L),
                one.changes().stream()
                        .map(RoutingKeyAssignment::routingKey)
                        .sorted()
                        .toList());
        one.cluster.setFrontEnds(1);
        one.choose(4);
        assertNull(one.policy.takeChange());
    }
}
