package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Limits of the requests that are admitted to the cluster, and of those that wait.
 *
 * @param limit requests at a time on back-ends that take requests, 1 to 10 000 000; 0 derives the limit from thresholds
 *     and weights, as S in the paper
 * @param queueLength requests that may wait in the queue of each back-end pool, 0 to 1 000 000; further ones are
 *     answered 503
 * @param queueTimeout longest wait of a request, 1 ms to 10 min; then 503
 * @param dataRate minimum rate in bytes a second at which a client whose request is admitted must send a body or read a
 *     response, while that is waited for, up to 1 GiB; 0 for none. Without it a few slow clients would take all places
 */
public record AdmissionSettings(int limit, int queueLength, Duration queueTimeout, int dataRate) {
    private static final int USUAL_RATE = 240;

    public AdmissionSettings {
        Bounds.require("admission limit", limit, 0, 10_000_000);
        Bounds.require("queue length", queueLength, 0, 1_000_000);
        Bounds.requireIso("queue time-out", queueTimeout, Duration.ofMillis(1), Duration.ofMinutes(10));
        Bounds.require("data rate", dataRate, 0, 1 << 30);
    }

    /** With 240 bytes a second. */
    public AdmissionSettings(int limit, int queueLength, Duration queueTimeout) {
        this(limit, queueLength, queueTimeout, USUAL_RATE);
    }

    /** These settings with another rate. */
    public AdmissionSettings withDataRate(int bytesPerSecond) {
        return new AdmissionSettings(limit, queueLength, queueTimeout, bytesPerSecond);
    }

    /** The paper's limit S, 1024 waiting for at most 10 s, 240 bytes a second. */
    public static AdmissionSettings defaults() {
        return new AdmissionSettings(0, 1024, Duration.ofSeconds(10));
    }
}
