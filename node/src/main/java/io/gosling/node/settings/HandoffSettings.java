package io.gosling.node.settings;

import io.gosling.dispatcher.settings.KeepAliveMode;
import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.nio.file.Path;
import java.time.Duration;

/** The settings for handing off clients' connections from a front-end to nodes. */
public final class HandoffSettings {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Path> DIRECTORY = DECLARED.optional(
            "handoff.directory",
            Kind.path("DIR", "a path for a directory"),
            "Where front-ends with mechanism handoff-local and the nodes on their host meet, for the node too: a"
                    + " directory that only their user may enter, made if it is not there. Without it a node takes over"
                    + " no connections.");

    public static final Setting<Integer> PORT = DECLARED.optional(
            "handoff.port",
            Kind.integer("PORT", 1, 65535),
            "Where front-ends on other hosts with mechanism handoff bring clients' connections to the node, and where a"
                    + " front-end brings them: the same for all of them. With secret-file, which both sides have to"
                    + " know. Without it a node takes over no connections of other hosts.");

    public static final Setting<Boolean> EXPERIMENTAL = DECLARED.setting(
            "handoff.experimental",
            Kind.toggle(),
            "off",
            "on allows mechanism handoff, which was tried between namespaces of one machine and not yet between"
                    + " machines.");

    public static final Setting<Duration> TIMEOUT = DECLARED.setting(
            "handoff.timeout",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "5s",
            "For a node to take a connection that it is offered; one that it says nothing of is closed.");

    public static final Setting<String> PERSISTENT = DECLARED.setting(
            "persistent",
            Kind.choice(KeepAliveMode.names()),
            "forward",
            "With mechanism handoff-local or handoff, what becomes of a connection behind the request with which it was"
                    + " handed over: it"
                    + " stays with its node, which fetches what others have (forward), or, being in no cluster with"
                    + " them, has only its own (single); to a front-end these two are one. Or it comes back with a"
                    + " request for what its node does not have in memory, and the policy chooses again (multiple, with"
                    + " handoff-local only), where that pays: handoff.move-from.");

    public static final Setting<Long> MOVE_FROM = DECLARED.setting(
            "handoff.move-from",
            Kind.size(0, 1L << 40),
            "64KiB",
            "With persistent multiple, how large on average a node's answers must be that it did not have in memory,"
                    + " for it to bring connections back instead of fetching the next one. 0 is for any.");

    private HandoffSettings() {}
}
