package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Limits of the requests that are admitted to the cluster, and of those that wait. All may change while the front-end
 * runs. Immutable.
 */
public record AdmissionSettings(SettingValues values) implements SettingGroup<AdmissionSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final int UNLIMITED = 10_000_000;

    public static final Setting<Integer> LIMIT = DECLARED.setting(
            "admission",
            SettingType.integer("N", 0, UNLIMITED),
            "0",
            "Requests admitted to the cluster at a time; 0 computes the limit from lard.low, lard.high and the"
                    + " number of back-ends. Not limited by default where back-ends are named by --backend.");

    public static final Setting<Integer> QUEUE_LENGTH = DECLARED.setting(
            "queue.length",
            SettingType.integer("N", 0, 1_000_000),
            "1024",
            "Requests that may wait when the cluster is full; more are answered 503.");

    public static final Setting<Duration> QUEUE_TIME = DECLARED.setting(
            "queue.timeout",
            SettingType.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
            "10s",
            "Time that a request waits in the queue before it is answered 503.");

    public static final Setting<Integer> DATA_RATE = DECLARED.setting(
            "limits.data-rate",
            SettingType.integer("BYTES", 0, 1 << 30),
            "240",
            "Bytes a second that a client must send of a body, or take of a response, while the front-end "
                    + "waits for it; it may be behind by limits.body-time or limits.write-time. 0 for no minimum.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** The admission limit; 0 if it is computed. The thresholds of policies are made for nodes. */
    public int limit() {
        boolean unlimited = values.isGiven(BackendSource.FIXED) && !values.isGiven(LIMIT);
        return unlimited ? UNLIMITED : get(LIMIT);
    }

    @Override
    public AdmissionSettings of(SettingValues other) {
        return new AdmissionSettings(other);
    }
}
