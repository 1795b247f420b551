package io.gosling.origin.upstream;

import io.gosling.netty.limits.StreamingMediaTypes;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.time.Duration;
import java.util.List;

/** Timeouts of an origin: settings of the section {@code origin}. */
public final class OriginTimeouts {
    /** The steps of which each may take {@link #CONNECT}. */
    static final int CONNECT_STEPS = 3;

    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Duration> CONNECT = time(
            "origin.connect-time",
            Duration.ofHours(1),
            "5s",
            "Time for each step to a server of the origin: a free connection, the lookup of its name and connecting,"
                    + " the TLS handshake. Then another server is asked, or the request is answered 502 or 503.");

    public static final Setting<Duration> HEADER = time(
            "origin.header-time",
            Duration.ofHours(1),
            "30s",
            "Time for the header of the origin's response; then 504.");

    public static final Setting<Duration> PROGRESS = time(
            "origin.progress-time",
            Duration.ofHours(1),
            "30s",
            "Longest pause between two pieces of a body, to or from the origin.");

    public static final Setting<Duration> TOTAL = time(
            "origin.total-time", Duration.ofDays(1), "1h", "Time for a whole request to the origin and its response.");

    public static final Setting<Duration> STREAM = DECLARED.setting(
            "origin.stream-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofDays(7)),
            "1h",
            "Longest pause in a body of one of origin.stream-types, and of a connection that has changed its protocol;"
                    + " neither has a limit in all.");

    public static final Setting<StreamingMediaTypes> STREAM_TYPES = DECLARED.setting(
            "origin.stream-types",
            StreamingMediaTypes.KIND,
            StreamingMediaTypes.DEFAULT,
            "Media types of responses without a length that may pause for origin.stream-time, such as streams of"
                    + " events; a star at the end stands for any text.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private OriginTimeouts() {}

    private static Setting<Duration> time(String name, Duration most, String initial, String prose) {
        return DECLARED.setting(name, SettingType.duration(Duration.ofMillis(1), most), initial, prose);
    }
}
