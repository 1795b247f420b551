package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningFrontEndTest {
    private final SettingValues reachable = SettingValues.none().with(CommonSettings.HOST, List.of("192.0.2.7"));

    @Test
    void whoJoinsAClusterThatOthersCanReachNeedsItsSecret() {
        assertThrows(BadConfigurationException.class, () -> RunningFrontEnd.addresses(reachable));
    }

    @Test
    void whoIsToldItsBackEndsJoinsNothingAndNeedsNone() throws BadConfigurationException {
        ListenAddresses addresses =
                RunningFrontEnd.addresses(reachable.with(BackendSource.FIXED, List.of("127.0.0.1:8081")));
        assertEquals("192.0.2.7", addresses.clients().getAddress().getHostAddress());
        assertEquals("127.0.0.1", addresses.cluster().getAddress().getHostAddress());
    }
}
