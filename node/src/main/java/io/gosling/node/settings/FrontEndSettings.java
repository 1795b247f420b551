package io.gosling.node.settings;

import java.time.Duration;
import java.util.List;

/** The settings of a front-end: {@code gosling dispatch} and its configuration file. */
public final class FrontEndSettings {
    /** How back-ends are chosen. */
    public static final Setting<String> POLICY = new Setting<>(
            "policy",
            Kind.choice(List.of("lard-r", "lard", "lb", "wrr")),
            "lard-r",
            "How a back-end is chosen: by target and load with replication (lard-r) or without (lard),"
                    + " by target alone (lb), or by load alone (wrr).");

    /** Fixed back-ends. */
    public static final Setting<List<HostPort>> BACKENDS = Setting.optional(
            "backend",
            Kind.addresses(),
            "Plain HTTP servers to dispatch to, instead of the cluster's nodes. Repeatable.");

    /** Whether answers name their back-end. */
    public static final Setting<Boolean> DEBUG_BACKEND = new Setting<>(
            "debug-backend-header",
            Kind.toggle(),
            "off",
            "on adds Gosling-Backend with the back-end's name to answers.");

    /** LARD's low mark. */
    public static final Setting<Integer> T_LOW = new Setting<>(
            "lard.t-low",
            Kind.integer("N", 1, 100_000),
            "25",
            "Requests below which a back-end counts as having room for more.");

    /** LARD's high mark. */
    public static final Setting<Integer> T_HIGH = new Setting<>(
            "lard.t-high",
            Kind.integer("N", 1, 100_000),
            "65",
            "Requests above which a back-end hands targets over to another that has room.");

    /** LARD/R's interval. */
    public static final Setting<Duration> K = new Setting<>(
            "lard.k",
            Kind.duration(Duration.ofMillis(10), Duration.ofHours(1)),
            "20s",
            "How long the set of back-ends of a target stays as it is before it shrinks again.");

    /** The targets remembered. */
    public static final Setting<Integer> TARGETS = new Setting<>(
            "lard.targets",
            Kind.integer("N", 1, 100_000_000),
            "100000",
            "Targets whose back-ends are remembered; the least recently used is forgotten first.");

    /** The length of the queue. */
    public static final Setting<Integer> QUEUE_LENGTH = new Setting<>(
            "queue.length",
            Kind.integer("N", 0, 1_000_000),
            "1024",
            "Requests that may wait when the cluster is full; more are answered 503.");

    /** The patience of the queue. */
    public static final Setting<Duration> QUEUE_TIMEOUT = new Setting<>(
            "queue.timeout",
            Kind.duration(Duration.ofMillis(1), Duration.ofMinutes(10)),
            "2s",
            "How long a request waits in the queue before it is answered 503.");

    /** In the order of the help text. */
    public static final List<Setting<?>> ALL = List.of(
            CommonSettings.PORT,
            CommonSettings.HOST,
            CommonSettings.ADMIN_HOST,
            CommonSettings.ADMIN_PORT,
            CommonSettings.JOIN,
            CommonSettings.CLUSTER_HOST,
            CommonSettings.CLUSTER_PORT,
            CommonSettings.SECRET_FILE,
            BACKENDS,
            POLICY,
            DEBUG_BACKEND,
            CommonSettings.TRANSPORT,
            CommonSettings.EVENT_LOOPS,
            CommonSettings.DRAIN,
            T_LOW,
            T_HIGH,
            K,
            TARGETS,
            QUEUE_LENGTH,
            QUEUE_TIMEOUT);

    private FrontEndSettings() {}
}
