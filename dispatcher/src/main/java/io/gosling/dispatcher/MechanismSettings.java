package io.gosling.dispatcher;

import io.gosling.dispatcher.health.Bounds;
import java.time.Duration;

/**
 * How requests reach back-ends.
 *
 * @param load how long a request counts as its back-end's where its answer is not seen, 0 to 1 min
 */
public record MechanismSettings(Mechanism mechanism, Duration load) {
    public MechanismSettings {
        Bounds.require("load time of what is sent away", load, Duration.ZERO, Duration.ofMinutes(1));
    }

    /** A relay. */
    public static MechanismSettings defaults() {
        return new MechanismSettings(Mechanism.PROXY, Duration.ofMillis(100));
    }
}
