package io.gosling.gos.membership;

import io.gosling.common.BoundsCheck;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;

/**
 * Timeouts and intervals between members of a cluster, and the number of their connections: the sections
 * {@code cluster} and {@code peer}.
 *
 * <p>Heartbeat and silence should be the same on every member; each node may have its own values for the others.
 */
public record ClusterTimeouts(SettingValues values) implements SettingGroup<ClusterTimeouts> {
    private static final SettingDeclarations EVERY_MEMBER = new SettingDeclarations();
    private static final SettingDeclarations NODE = new SettingDeclarations();

    public static final Setting<Duration> HEARTBEAT = EVERY_MEMBER.setting(
            "cluster.heartbeat",
            SettingType.duration(Duration.ofSeconds(1), Duration.ofSeconds(30)),
            "1s",
            "Time between two heartbeats to other members, in whole seconds.");

    public static final Setting<Duration> SILENCE = EVERY_MEMBER.setting(
            "cluster.silence",
            SettingType.duration(Duration.ofSeconds(2), Duration.ofMinutes(50)),
            "5s",
            "Time without a heartbeat after which a member is considered gone; 2 to 100 heartbeats.");

    public static final Setting<Duration> LEAVE = EVERY_MEMBER.setting(
            "cluster.leave",
            SettingType.duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
            "5s",
            "Time for the cluster to take over what a leaving member has.");

    public static final Setting<Duration> LOCATE = NODE.setting(
            "cluster.locate",
            SettingType.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "500ms",
            "Longest time for the owner of an object's directory entry to answer, less where its recent answers came"
                    + " sooner; then the request goes on without the entry.");

    public static final Setting<Duration> CONNECT = NODE.setting(
            "peer.connect",
            SettingType.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "250ms",
            "Time for a connection to another node.");

    public static final Setting<Integer> CONNECTIONS = NODE.setting(
            "peer.connections",
            SettingType.integer("N", 1, 10_000),
            "256",
            "Connections to one other node for transfers when nodes leave, on each event loop; requests wait for a free"
                    + " one.");

    public static final Setting<Duration> MEMORY_FIRST_BYTE = NODE.setting(
            "peer.memory-first-byte",
            SettingType.duration(Duration.ofMillis(5), Duration.ofSeconds(10)),
            "500ms",
            "Longest time for another node to begin with an object from its memory, less where its recent answers came"
                    + " sooner; then the request goes on without it.");

    public static final Setting<Duration> JOIN = NODE.setting(
            "peer.join",
            SettingType.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "250ms",
            "Time for a node that fetches an object for others to let this one wait for the response.");

    public static final Setting<Duration> HOME_FIRST_BYTE = NODE.setting(
            "peer.home-first-byte",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "2s",
            "Time for a home node to begin with an object.");

    public static final Setting<Duration> PROGRESS = NODE.setting(
            "peer.progress",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "600ms",
            "Longest pause of another node within an object.");

    public static final Setting<Duration> PAUSE = NODE.setting(
            "peer.pause",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
            "15s",
            "Longest pause of another node within a response without a strong ETag; then the clients that read along"
                    + " are cut off.");

    public static final Setting<Long> BYTES_PER_SECOND = NODE.setting(
            "peer.bytes-per-second",
            SettingType.size(1 << 10, 1 << 30),
            "16MiB",
            "Least speed, in bytes a second, at which another node must send an object that may be stored.");

    public static final List<Setting<?>> OF_MEMBERS = EVERY_MEMBER.all();

    public static final List<Setting<?>> OF_NODES = NODE.all();

    /** @throws IllegalArgumentException when silence and heartbeat do not fit together */
    public ClusterTimeouts {
        Duration heartbeat = values.get(HEARTBEAT);
        BoundsCheck.require(
                SILENCE.name(), values.get(SILENCE), heartbeat.multipliedBy(2), heartbeat.multipliedBy(100));
    }

    @Override
    public ClusterTimeouts of(SettingValues other) {
        return new ClusterTimeouts(other);
    }

    /** Timeout for the body of an object of this size. */
    public Duration body(long bytes) {
        return get(PROGRESS).plusMillis(bytes * 1000 / get(BYTES_PER_SECOND));
    }
}
