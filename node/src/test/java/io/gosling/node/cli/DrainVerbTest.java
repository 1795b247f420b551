package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.DurationFormat;
import io.gosling.settings.Setting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests how long {@code gosling drain} waits. */
class DrainVerbTest {
    private static Duration longest(Setting<Duration> setting) {
        return DurationFormat.parse(setting.kind().bounds().split(" to ")[1]);
    }

    @Test
    void itWaitsForAsLongAsTheSettingsMayMakeADrainTake() {
        Duration delay = longest(CommonSettings.DRAIN_DELAY);
        Duration transfer = longest(WarmSettings.HAND_OVER);
        Duration leave = longest(ClusterTimeouts.LEAVE);
        Duration drain = (delay.compareTo(transfer) > 0 ? delay : transfer)
                .plus(longest(CommonSettings.DRAIN))
                .plus(leave);
        assertTrue(DrainVerb.TIMEOUT.compareTo(drain) > 0, DrainVerb.TIMEOUT + " for " + drain);
    }
}
