package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Values;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningFrontEndTest {
    private final Values reachable = Values.none().with(CommonSettings.HOST, List.of("192.0.2.7"));

    @Test
    void whoJoinsAClusterThatOthersCanReachNeedsItsSecret() {
        assertThrows(BadConfiguration.class, () -> RunningFrontEnd.addresses(reachable));
    }

    @Test
    void whoIsToldItsBackEndsJoinsNothingAndNeedsNone() throws BadConfiguration {
        ListenAddresses addresses =
                RunningFrontEnd.addresses(reachable.with(BackendSource.FIXED, List.of("127.0.0.1:8081")));
        assertEquals("192.0.2.7", addresses.clients().getAddress().getHostAddress());
        assertEquals("127.0.0.1", addresses.cluster().getAddress().getHostAddress());
    }
}
