package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.routes.RouteSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what goes with each forwarding mode of a front-end. */
class ForwardingModeTest {
    private static final FrontEndSettings HERE_AND_THERE = FrontEndSettings.defaults()
            .with(HandoffSettings.PORT, 7070)
            .with(HandoffSettings.DIRECTORY, Path.of("here"));

    /** A client that begins with a harmless request would be the guest of another pool with the next. */
    @Test
    void aForwardingModeThatSeesFirstRequestsHasNoRoutes() {
        FrontEndSettings handing = HERE_AND_THERE.with(ForwardingSettings.FORWARDING, ForwardingMode.HANDOFF_LOCAL);
        String said = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> Routes.pools(handing, "/images/**=disk"))
                        .getMessage());
        assertEquals(
                "routes: given with forwarding handoff-local, by which nodes answer clients past the front-end;"
                        + " expected forwarding proxy, or no routes",
                said);
    }

    @Test
    void redirectedRequestsHavePoolsAndNoHeaderChanges() {
        FrontEndSettings redirecting =
                FrontEndSettings.defaults().with(ForwardingSettings.FORWARDING, ForwardingMode.REDIRECT);
        assertEquals(
                List.of("disk"),
                Routes.pools(redirecting, "/images/**=disk").routes().pools());
        assertThrows(
                IllegalArgumentException.class,
                () -> Routes.in(redirecting, Routes.route("/**", RouteSettings.REMOVE, "X")));
    }

    @ParameterizedTest
    @EnumSource(
            value = ForwardingMode.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LSMAC", "LSNAT"})
    void everyPolicyGoesWithEveryForwardingModeOfConnections(ForwardingMode forwarding) {
        for (PolicyName policy : PolicyName.values()) {
            FrontEndSettings by = HERE_AND_THERE.with(ForwardingSettings.FORWARDING, forwarding);
            assertEquals(
                    policy.label(),
                    by.with(FrontEndSettings.POLICY, policy.label()).get(FrontEndSettings.POLICY));
        }
    }
}
