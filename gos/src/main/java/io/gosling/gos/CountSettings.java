package io.gosling.gos;

import io.gosling.common.Bounds;
import io.gosling.gos.replacement.AgeingSettings;
import java.time.Duration;

/**
 * Settings for counting accesses over the cluster.
 *
 * @param reportInterval interval between reports of local hit counts, 50 ms to 1 min; less often where that takes long
 * @param slices number of reports in which all held objects are announced again, 1 to 3600; in more if half the entries
 *     of a report do not suffice
 * @param reportRows entries in one report, 16 to 1 000 000; the rest waits for the next
 * @param remembered objects not held whose counts are remembered, 16 to 100 000 000
 */
public record CountSettings(
        Duration reportInterval, int slices, int reportRows, int remembered, AgeingSettings ageing) {
    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public CountSettings {
        Bounds.require("report.interval", reportInterval, Duration.ofMillis(50), Duration.ofMinutes(1));
        Bounds.require("report.slices", slices, 1, 3600);
        Bounds.require("report.rows", reportRows, 16, 1_000_000);
        Bounds.require("remembered objects", remembered, 16, 100_000_000);
    }

    /** Every second, everything announced again within 30 s, 10 000 entries a report, 65 536 objects remembered. */
    public static CountSettings defaults() {
        return new CountSettings(Duration.ofSeconds(1), 30, 10_000, 65_536, AgeingSettings.defaults());
    }

    /** The same with another ageing. */
    public CountSettings withAgeing(AgeingSettings other) {
        return new CountSettings(reportInterval, slices, reportRows, remembered, other);
    }

    /** The same, reporting at another interval. */
    public CountSettings every(Duration interval) {
        return new CountSettings(interval, slices, reportRows, remembered, ageing);
    }
}
