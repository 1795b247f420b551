package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RoutingKeyRule;
import io.gosling.dispatcher.testing.ManualTicker;
import io.gosling.dispatcher.testing.Routes;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exchange of assignments between the controllers of two front-ends, as text. */
class ExchangedAssignmentsTest {
    private static final FrontEndSettings LARD = FrontEndSettings.defaults().with(FrontEndSettings.POLICY, "lard");

    private final ManualTicker ticker = new ManualTicker();
    private final AdmissionController one = controller(LARD);

    private AdmissionController controller(FrontEndSettings settings) {
        AdmissionController controller = new AdmissionController(settings, ticker);
        controller.backends(List.of(backend("n1"), backend("n2"), backend("n3")));
        controller.setFrontEnds(2);
        return controller;
    }

    private static Backend backend(String name) {
        return new Backend(name, new InetSocketAddress("127.0.0.1", 8080), 1, Backend.State.READY)
                .withLabels(Set.of("images"));
    }

    private static void request(AdmissionController controller, long routingKey) {
        AdmissionTicket ticket = new AdmissionTicket(routingKey, ImmediateEventExecutor.INSTANCE, left -> {});
        controller.enter(ticket);
        controller.finish(ticket);
    }

    private static List<String> assigned(AdmissionController controller, long routingKey) {
        return controller.explain(null, null, routingKey).assigned();
    }

    @Test
    void whatOneAssignsTheOtherKnowsAndDoesNotTellAgain() {
        AdmissionController other = controller(LARD);
        for (long key = 1; key <= 200; key++) {
            request(one, key);
        }
        int messages = 0;
        for (String text = one.takeAssignments(); text != null; text = one.takeAssignments()) {
            assertTrue(text.lines().count() <= 65, text);
            other.adoptAssignments(text);
            messages++;
        }
        assertEquals(4, messages);
        for (long key = 1; key <= 200; key++) {
            assertEquals(assigned(one, key), assigned(other, key));
            request(other, key);
        }
        assertNull(other.takeAssignments());
    }

    @Test
    void otherPoliciesRoutingKeysAndPoolsAreIgnored() {
        request(one, 1);
        String text = Objects.requireNonNull(one.takeAssignments());
        List<FrontEndSettings> different = List.of(
                FrontEndSettings.defaults(),
                LARD.with(FrontEndSettings.TARGET, RoutingKeyRule.parse("path")),
                LARD.with(FrontEndSettings.POLICY, "lb"));
        for (FrontEndSettings settings : different) {
            AdmissionController other = controller(settings);
            other.adoptAssignments(text);
            assertEquals(List.of(), assigned(other, 1), settings::toString);
        }
        AdmissionController pooled = controller(Routes.pools(LARD, "/images/**=images"));
        pooled.adoptAssignments(text);
        assertEquals(assigned(one, 1), assigned(pooled, 1));
        assertEquals(List.of(), pooled.explain(null, "images", 1).assigned());
    }

    @Test
    void backEndsThatAreNotThereAreLeftOut() {
        one.adoptAssignments("lard url \n5 1 n9\n6 1 n9 n2");
        assertEquals(List.of(), assigned(one, 5));
        assertEquals(List.of("n2"), assigned(one, 6));
    }

    @Test
    void aLoneFrontEndHasNothingToTell() {
        one.setFrontEnds(1);
        request(one, 1);
        assertNull(one.takeAssignments());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "5 1", "n1 n2 n3", "5 x n1", " "})
    void anotherTextIsRefused(String line) {
        assertThrows(IllegalArgumentException.class, () -> one.adoptAssignments("lard url \n" + line));
    }
}
