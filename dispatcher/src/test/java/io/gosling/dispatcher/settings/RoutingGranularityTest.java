package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.policy.PolicyName;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the policies for a forwarding mode without content, called blindfold here. */
class RoutingGranularityTest {
    private static final BackendPoolRules RULES =
            new BackendPoolRules(List.of(BackendPoolRules.Rule.parse("path:/images=disk")));

    private static final FrontEndSettings HERE_AND_THERE = FrontEndSettings.defaults()
            .with(HandoffSettings.PORT, 7070)
            .with(HandoffSettings.DIRECTORY, Path.of("here"));

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void aPolicyThatGoesByWhatIsAskedForNeedsAForwardingModeThatSeesIt(PolicyName policy) {
        assertDoesNotThrow(() -> RoutingGranularity.REQUESTS.require("proxy", policy, RULES));
        if (!policy.needsContent()) {
            assertDoesNotThrow(
                    () -> RoutingGranularity.CONNECTIONS.require("blindfold", policy, BackendPoolRules.NONE));
            return;
        }
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> RoutingGranularity.CONNECTIONS.require("blindfold", policy, BackendPoolRules.NONE))
                .getMessage();
        assertEquals(
                "forwarding blindfold sees connections and no requests, but policy " + policy.label()
                        + " goes by what is asked for; expected one of wrr, wrr-gms, rr, or forwarding proxy",
                said);
    }

    @Test
    void rulesGoByWhatIsAskedForToo() {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class,
                () -> RoutingGranularity.CONNECTIONS.require("blindfold", PolicyName.WRR, RULES));
        assertTrue(String.valueOf(wrong.getMessage()).contains("rules of [disk]"), wrong::toString);
    }

    /** A client that begins with a harmless request would be a rule's node's guest with the next. */
    @Test
    void aForwardingModeThatSeesFirstRequestsGoesWithEveryPolicyAndNoRule() {
        FrontEndSettings handing = HERE_AND_THERE.with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
        for (PolicyName policy : PolicyName.values()) {
            assertEquals(
                    policy.label(),
                    handing.with(FrontEndSettings.POLICY, policy.label()).get(FrontEndSettings.POLICY));
        }
        String said = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> handing.with(FrontEndSettings.RULES, RULES))
                        .getMessage());
        assertEquals(
                "forwarding handoff-local sees the first request of each connection, but rules of [disk] go by every"
                        + " request;"
                        + " expected none, or forwarding proxy",
                said);
    }

    @ParameterizedTest
    @EnumSource(
            value = ForwardingMode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LSMAC", "LSNAT"})
    void aFrontEndIsNotGivenWhatItsForwardingModeCannotDo(ForwardingMode forwarding) {
        for (PolicyName policy : PolicyName.values()) {
            FrontEndSettings by = HERE_AND_THERE.with(ForwardingSettings.FORWARDING, forwarding);
            if (forwarding.sees() != RoutingGranularity.CONNECTIONS || !policy.needsContent()) {
                assertEquals(
                        policy.label(),
                        by.with(FrontEndSettings.POLICY, policy.label()).get(FrontEndSettings.POLICY));
            } else {
                assertThrows(IllegalArgumentException.class, () -> by.with(FrontEndSettings.POLICY, policy.label()));
            }
        }
    }
}
