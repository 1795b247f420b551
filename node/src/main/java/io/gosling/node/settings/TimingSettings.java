package io.gosling.node.settings;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.time.Duration;
import java.util.List;

/**
 * Timeouts between members of a cluster, and the number of their connections: the sections {@code cluster} and
 * {@code peer}.
 *
 * <p>Heartbeat and silence should be the same on every member; each node may have its own values for the others.
 */
public final class TimingSettings {
    private static final Declarations DECLARED = new Declarations();

    /** The heartbeat interval. */
    public static final Setting<Duration> HEARTBEAT = DECLARED.setting(
            "cluster.heartbeat",
            Kind.duration(Duration.ofSeconds(1), Duration.ofSeconds(30)),
            "1s",
            "Time between two signs of life to other members, in whole seconds.");

    /** The silence after which a member is considered gone. */
    public static final Setting<Duration> SILENCE = DECLARED.setting(
            "cluster.silence",
            Kind.duration(Duration.ofSeconds(2), Duration.ofMinutes(50)),
            "5s",
            "After so long without a sign of life a member is taken to be gone; 2 to 100 heartbeats.");

    /** The timeout for leaving the cluster. */
    public static final Setting<Duration> LEAVE = DECLARED.setting(
            "cluster.leave",
            Kind.duration(Duration.ofMillis(100), Duration.ofMinutes(5)),
            "5s",
            "How long the cluster may take to take over what a leaving member has.");

    /** The interval of look-ups of members' names. */
    public static final Setting<Duration> LOOKUP = DECLARED.setting(
            "cluster.lookup",
            Kind.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            "10s",
            "Time from one look-up of the names in --join to the next, while members are looked for. Java itself remembers an"
                    + " answer for 30 s.");

    /** The timeout of an entry owner. */
    public static final Setting<Duration> LOCATE = DECLARED.setting(
            "cluster.locate",
            Kind.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "500ms",
            "How long the owner of an object's row may take to answer; then the request goes on without it.");

    /** The maximum back-off for a silent entry owner. */
    public static final Setting<Duration> SUSPICION = DECLARED.setting(
            "cluster.suspicion",
            Kind.duration(Duration.ZERO, Duration.ofMinutes(1)),
            "1s",
            "The longest pause before a node that did not answer is asked again; the first is a tenth of it.");

    /** The timeout of connecting to another node. */
    public static final Setting<Duration> CONNECT = DECLARED.setting(
            "peer.connect",
            Kind.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "250ms",
            "How long a connection to another node may take.");

    /** The timeout for the first byte from another node's memory. */
    public static final Setting<Duration> MEMORY_FIRST_BYTE = DECLARED.setting(
            "peer.memory-first-byte",
            Kind.duration(Duration.ofMillis(5), Duration.ofSeconds(10)),
            "80ms",
            "How long a node may take to begin with an object from its memory.");

    /** The timeout for joining another node's fetch from an origin. */
    public static final Setting<Duration> JOIN = DECLARED.setting(
            "peer.join",
            Kind.duration(Duration.ofMillis(10), Duration.ofSeconds(10)),
            "250ms",
            "How long a node that asks an origin for all may take to let another one wait for it.");

    /** The timeout for the first byte from a home node. */
    public static final Setting<Duration> HOME_FIRST_BYTE = DECLARED.setting(
            "peer.home-first-byte",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "2s",
            "How long a home node may take to begin with an object.");

    /** The idle timeout within a body. */
    public static final Setting<Duration> PROGRESS = DECLARED.setting(
            "peer.progress",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "600ms",
            "How long another node may pause within an object.");

    /** The idle timeout within a body that no other node has. */
    public static final Setting<Duration> PAUSE = DECLARED.setting(
            "peer.pause",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(5)),
            "15s",
            "How long a node that brings a response without a strong ETag may pause before those who read along are cut off.");

    /** The minimum speed of a body. */
    public static final Setting<Long> BYTES_PER_SECOND = DECLARED.setting(
            "peer.bytes-per-second",
            Kind.size(1 << 10, 1 << 30),
            "16MiB",
            "The least speed at which an object that may be kept must come from another node.");

    /** The maximum number of connections from one node to another. */
    public static final Setting<Integer> CONNECTIONS = DECLARED.setting(
            "peer.connections",
            Kind.integer("N", 1, 10_000),
            "256",
            "Connections to one other node for objects, on each event loop; requests wait for a free one.");

    /** The settings of every member. */
    static final List<Setting<?>> OF_MEMBERS = List.of(HEARTBEAT, SILENCE, LEAVE, LOOKUP);

    /** The additional settings of nodes. */
    static final List<Setting<?>> OF_NODES = List.of(
            LOCATE,
            SUSPICION,
            CONNECT,
            CONNECTIONS,
            MEMORY_FIRST_BYTE,
            JOIN,
            HOME_FIRST_BYTE,
            PROGRESS,
            PAUSE,
            BYTES_PER_SECOND);

    private TimingSettings() {}
}
