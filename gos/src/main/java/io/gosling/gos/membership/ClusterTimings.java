package io.gosling.gos.membership;

import io.gosling.common.Bounds;
import java.time.Duration;

/**
 * Timeouts and intervals between the nodes of a cluster.
 *
 * @param heartbeat the heartbeat interval, 1 s to 30 s, whole seconds
 * @param silence after which a member is taken to be gone, 2 to 100 heartbeats, whole seconds
 * @param locate for the owner of a directory entry to answer, 10 ms to 10 s
 * @param suspicion the longest time before a node that did not answer is tested again, by one request; 0 to 1 min.
 *     The first time is a tenth of it
 * @param connect for a connection to a peer, 10 ms to 10 s
 * @param memoryFirstByte for a holder to begin its answer, 5 ms to 10 s
 * @param join for a node that fetches an object to admit another one, 10 ms to 10 s
 * @param homeFirstByte for a home node to begin its answer, 10 ms to 1 min
 * @param progress for the next bytes of a body that a peer has begun, 10 ms to 1 min
 * @param pause for the same where no other node could continue what has begun, 10 ms to 5 min
 * @param bytesPerSecond the least speed at which an object that may be stored must come, 1 KiB to 1 GiB; with the
 *     progress time it sets the deadline for the whole body
 * @param leave for the cluster to take over what a leaving node has, 100 ms to 5 min
 * @param lookup from one DNS look-up of the names of members to the next, 1 s to 1 h
 */
public record ClusterTimings(
        Duration heartbeat,
        Duration silence,
        Duration locate,
        Duration suspicion,
        Duration connect,
        Duration memoryFirstByte,
        Duration join,
        Duration homeFirstByte,
        Duration progress,
        Duration pause,
        long bytesPerSecond,
        Duration leave,
        Duration lookup) {

    /** @throws IllegalArgumentException naming the setting, its value and its bounds */
    public ClusterTimings {
        Bounds.require("cluster.heartbeat", heartbeat, Duration.ofSeconds(1), Duration.ofSeconds(30));
        Bounds.require("cluster.silence", silence, heartbeat.multipliedBy(2), heartbeat.multipliedBy(100));
        Bounds.require("cluster.locate", locate, Duration.ofMillis(10), Duration.ofSeconds(10));
        Bounds.require("cluster.suspicion", suspicion, Duration.ZERO, Duration.ofMinutes(1));
        Bounds.require("peer.connect", connect, Duration.ofMillis(10), Duration.ofSeconds(10));
        Bounds.require("peer.memory-first-byte", memoryFirstByte, Duration.ofMillis(5), Duration.ofSeconds(10));
        Bounds.require("peer.join", join, Duration.ofMillis(10), Duration.ofSeconds(10));
        Bounds.require("peer.home-first-byte", homeFirstByte, Duration.ofMillis(10), Duration.ofMinutes(1));
        Bounds.require("peer.progress", progress, Duration.ofMillis(10), Duration.ofMinutes(1));
        Bounds.require("peer.pause", pause, Duration.ofMillis(10), Duration.ofMinutes(5));
        Bounds.require("peer.bytes-per-second", bytesPerSecond, 1 << 10, 1 << 30);
        Bounds.require("cluster.leave", leave, Duration.ofMillis(100), Duration.ofMinutes(5));
        Bounds.require("cluster.lookup", lookup, Duration.ofSeconds(1), Duration.ofHours(1));
    }

    /** 1 s, 5 s; 500 ms, 1 s; 250 ms, 80 ms, 250 ms, 2 s, 600 ms, 15 s, 16 MiB/s; 5 s; 10 s. */
    public static ClusterTimings defaults() {
        return new ClusterTimings(
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofMillis(500),
                Duration.ofSeconds(1),
                Duration.ofMillis(250),
                Duration.ofMillis(80),
                Duration.ofMillis(250),
                Duration.ofSeconds(2),
                Duration.ofMillis(600),
                Duration.ofSeconds(15),
                16 << 20,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10));
    }

    /** The same with another deadline for the first byte from a holder's memory. */
    public ClusterTimings withMemoryFirstByte(Duration other) {
        return new ClusterTimings(
                heartbeat,
                silence,
                locate,
                suspicion,
                connect,
                other,
                join,
                homeFirstByte,
                progress,
                pause,
                bytesPerSecond,
                leave,
                lookup);
    }

    /** The same with another timeout for a body that has stalled. */
    public ClusterTimings withProgress(Duration other) {
        return new ClusterTimings(
                heartbeat,
                silence,
                locate,
                suspicion,
                connect,
                memoryFirstByte,
                join,
                homeFirstByte,
                other,
                pause,
                bytesPerSecond,
                leave,
                lookup);
    }

    /** Timeout for the body of an object of this size. */
    public Duration body(long bytes) {
        return progress.plusMillis(bytes * 1000 / bytesPerSecond);
    }

    /** The same with another deadline for an entry owner. */
    public ClusterTimings withLocate(Duration other) {
        return new ClusterTimings(
                heartbeat,
                silence,
                other,
                suspicion,
                connect,
                memoryFirstByte,
                join,
                homeFirstByte,
                progress,
                pause,
                bytesPerSecond,
                leave,
                lookup);
    }
}
