package io.gosling.dispatcher.packet.session;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/** Limits of the number of sessions, and of their time without a packet. */
public record SessionLimits(SettingValues values) implements SettingGroup<SessionLimits> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();
    private static final SettingType<Integer> NUMBER = SettingType.integer("N", 1, 1 << 24);

    /** The table counts seconds in 16 bits. */
    private static final SettingType<Duration> TIME = SettingType.duration(Duration.ofSeconds(1), Duration.ofHours(12));

    public static final Setting<Integer> SESSIONS = DECLARED.setting(
            "packet.sessions",
            NUMBER,
            "1000000",
            "Connections in the session table, besides half-open ones; each takes 32 bytes.");

    public static final Setting<Integer> HALF_OPEN = DECLARED.setting(
            "packet.half-open",
            NUMBER,
            "65536",
            "Half-open connections in the session table, of which only the SYN was seen; one more replaces the"
                    + " oldest.");

    public static final Setting<Duration> HALF_OPEN_TIME = DECLARED.setting(
            "packet.half-open-time",
            TIME,
            "30s",
            "Time that a half-open connection stays in the session table without the client's acknowledgement.");

    public static final Setting<Duration> IDLE_TIME = DECLARED.setting(
            "packet.idle-time",
            TIME,
            "1h",
            "Time that an established connection stays in the session table without a packet.");

    public static final Setting<Duration> CLOSING_TIME = DECLARED.optional(
            "packet.closing-time",
            TIME,
            "Time that a closed connection stays in the session table without a packet, for packets that are still"
                    + " under way: by default 30s with lsnat, and 2m with lsmac, which sees only the client close: the"
                    + " client may still wait for its response.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public SessionLimits of(SettingValues other) {
        return new SessionLimits(other);
    }

    Duration closingTime() {
        return find(CLOSING_TIME).orElse(Duration.ofSeconds(30));
    }
}
