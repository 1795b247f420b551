package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OriginSettingsTest {
    @Test
    void aRequestWaitsForAnotherAsLongAsThatMayTake() {
        SettingValues values = SettingValues.none()
                .withValue(OriginTimeouts.CONNECT, Duration.ofSeconds(2))
                .withValue(OriginTimeouts.HEADER, Duration.ofSeconds(10));
        OriginAddress address = OriginAddress.parse("http://origin.test/");
        Duration twice = Duration.ofSeconds(2 * (3 * 2 + 10));
        assertEquals(twice, OriginSettings.of(address, values).timeout());
        SettingValues two = values.withValue(OriginSettings.OTHERS, List.of(OriginAddress.parse("http://other.test/")));
        assertEquals(twice.multipliedBy(2), OriginSettings.of(address, two).timeout());
    }
}
