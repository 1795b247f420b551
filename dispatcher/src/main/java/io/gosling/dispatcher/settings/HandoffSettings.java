package io.gosling.dispatcher.settings;

import io.gosling.netty.handoff.HandoffFrame;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings of connection handoff from a front-end to nodes. Immutable. */
public record HandoffSettings(SettingValues values) implements SettingGroup<HandoffSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    /**
     * Treatment of a persistent connection after the request with which it was handed off (Aron, Druschel and
     * Zwaenepoel 1999, section 3).
     */
    public enum KeepAliveMode {
        /** It stays with its node, which answers everything by its own means. */
        SINGLE,
        /** It comes back with a request for an object that its node lacks, and the policy chooses again. */
        MULTIPLE,
        /** It stays with its node, which fetches objects from other nodes that have them. */
        FORWARD
    }

    public static final Setting<Path> DIRECTORY = DECLARED.optional(
            "handoff.directory",
            SettingType.path("DIR", "a path for a directory"),
            "Directory in which front-ends with forwarding handoff-local and the nodes on their host meet, the same for"
                    + " all of them; only their user may enter it, and it is made if it is missing. Without it a node"
                    + " takes over no connections.");

    public static final Setting<Integer> PORT = DECLARED.optional(
            "handoff.port",
            SettingType.integer("PORT", 1, 65535),
            "Port at which nodes take over connections of clients from front-ends on other hosts with forwarding"
                    + " handoff, the same for all of them; requires the secret-file of the cluster on both sides."
                    + " Without it a node takes over no connections from other hosts.");

    public static final Setting<Boolean> EXPERIMENTAL = DECLARED.setting(
            "handoff.experimental",
            SettingType.toggle(),
            "off",
            "on allows forwarding handoff, which was tried between namespaces of one machine and not yet between"
                    + " machines.");

    public static final Setting<Duration> TIMEOUT = DECLARED.setting(
            "handoff.timeout",
            SettingType.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "5s",
            "Time for a node to take a connection that it is offered; a connection without its reply is closed.");

    public static final Setting<KeepAliveMode> PERSISTENT = DECLARED.setting(
            "persistent",
            SettingType.constant(KeepAliveMode.class),
            "forward",
            "Treatment of a connection after the request with which forwarding handoff-local or handoff handed it off:"
                    + " it stays with its node, which fetches what other nodes have (forward) or, without a cluster,"
                    + " has only its own (single); these two are the same for a front-end. Or it comes back with a"
                    + " request for what its node does not have in memory, and the policy chooses again (multiple, with"
                    + " handoff-local only), where that pays: handoff.move-from.");

    public static final Setting<Long> MOVE_FROM = DECLARED.setting(
            "handoff.move-from",
            SettingType.size(0, 1L << 40),
            "64KiB",
            "Average size of the answers that a node did not have in memory, from which on it returns connections, with"
                    + " persistent multiple, instead of fetching the next object; 0 for any.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    @Override
    public HandoffSettings of(SettingValues other) {
        return new HandoffSettings(other);
    }

    /** Returns true if nodes return connections. */
    public boolean comeBack() {
        return get(PERSISTENT) == KeepAliveMode.MULTIPLE;
    }

    /** The average size of answers from which on nodes return connections; negative if they return none. */
    public long backFrom() {
        return comeBack() ? get(MOVE_FROM) : HandoffFrame.Hello.NEVER;
    }
}
