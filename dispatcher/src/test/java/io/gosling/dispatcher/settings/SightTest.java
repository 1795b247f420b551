package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.handoff.HandoffTerms;
import io.gosling.dispatcher.handoff.RemoteTerms;
import io.gosling.dispatcher.policy.Policies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a mechanism that sees no requests, here one called blindfold, can be given. */
class SightTest {
    private static final GroupRules RULES = GroupRules.of(List.of(GroupRules.Rule.parse("path:/images=disk")));

    private static final RemoteTerms THERE =
            new RemoteTerms(7070, "a secret of the whole cluster", Duration.ofSeconds(1));
    private static final HandoffTerms HERE =
            new HandoffTerms(Path.of("here"), Duration.ofSeconds(1), HandoffTerms.NEVER);

    @ParameterizedTest
    @EnumSource(Policies.class)
    void aPolicyThatGoesByWhatIsAskedForNeedsAMechanismThatSeesIt(Policies policy) {
        assertDoesNotThrow(() -> Sight.REQUESTS.require("proxy", policy, RULES));
        if (!policy.needsContent()) {
            assertDoesNotThrow(() -> Sight.CONNECTIONS.require("blindfold", policy, GroupRules.NONE));
            return;
        }
        String said = assertThrows(
                        IllegalArgumentException.class,
                        () -> Sight.CONNECTIONS.require("blindfold", policy, GroupRules.NONE))
                .getMessage();
        assertEquals(
                "mechanism blindfold sees connections and no requests, but policy " + policy.label()
                        + " goes by what is asked for; expected one of wrr, wrr-gms, rr, p2c, or mechanism proxy",
                said);
    }

    @Test
    void rulesGoByWhatIsAskedForToo() {
        IllegalArgumentException wrong = assertThrows(
                IllegalArgumentException.class, () -> Sight.CONNECTIONS.require("blindfold", Policies.WRR, RULES));
        assertTrue(String.valueOf(wrong.getMessage()).contains("rules of [disk]"), wrong::toString);
    }

    /** A client that begins with a harmless request would be a rule's node's guest with the next. */
    @Test
    void aMechanismThatSeesFirstRequestsGoesWithEveryPolicyAndNoRule() {
        FrontEndSettings handing = FrontEndSettings.defaults().withMechanism(MechanismSettings.handingOver(HERE));
        for (Policies policy : Policies.values()) {
            assertEquals(policy.label(), handing.withPolicy(policy.label()).policy());
        }
        String said = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> handing.withGroups(new GroupSettings(RULES, false)))
                        .getMessage());
        assertEquals(
                "mechanism handoff-local sees the first request of each connection, but rules of [disk] go by every request;"
                        + " expected none, or mechanism proxy",
                said);
    }

    @ParameterizedTest
    @EnumSource(
            value = Mechanism.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LSMAC", "LSNAT"})
    void aFrontEndIsNotGivenWhatItsMechanismCannotDo(Mechanism mechanism) {
        for (Policies policy : Policies.values()) {
            FrontEndSettings by = FrontEndSettings.defaults()
                    .withMechanism(new MechanismSettings(mechanism, Duration.ZERO, 0, HERE, THERE));
            if (mechanism.sees() != Sight.CONNECTIONS || !policy.needsContent()) {
                assertEquals(policy.label(), by.withPolicy(policy.label()).policy());
            } else {
                assertThrows(IllegalArgumentException.class, () -> by.withPolicy(policy.label()));
            }
        }
    }
}
