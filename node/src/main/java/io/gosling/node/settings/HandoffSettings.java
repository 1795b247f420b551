package io.gosling.node.settings;

import java.nio.file.Path;
import java.time.Duration;

/** The settings of handing clients' connections from a front-end to nodes on its host. */
public final class HandoffSettings {
    /** Where they meet. */
    public static final Setting<Path> DIRECTORY = Setting.optional(
            "handoff.directory",
            Kind.path("DIR", "a path for a directory"),
            "Where front-ends with mechanism handoff-local and the nodes on their host meet, for the node too: a directory that"
                    + " only their user may enter, made if it is not there. Without it a node takes over no connections.");

    /** How long a node may take. */
    public static final Setting<Duration> TIMEOUT = new Setting<>(
            "handoff.timeout",
            Kind.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            "5s",
            "For a node to take a connection that it is offered; one that it says nothing of is closed.");

    private HandoffSettings() {}
}
