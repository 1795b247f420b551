package io.gosling.dispatcher.settings;

import io.gosling.common.Bounds;
import io.gosling.dispatcher.handoff.LocalHandoffSettings;
import io.gosling.dispatcher.handoff.RemoteHandoffSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the path from the front-end to back-ends.
 *
 * @param load time for which a request counts as load of its back-end if its response is not seen, 0 to 1 min
 * @param streams 0 for HTTP/1.1; otherwise requests are sent over HTTP/2 with prior knowledge, with so many concurrent
 *     streams on one connection, 10 000 at most
 * @param handoff connection handoff to nodes on this host, with a timeout of 10 ms to 1 min; null for none
 * @param remote connection handoff to nodes on other hosts, with the same timeouts; null for none
 */
public record ForwardingSettings(
        ForwardingMode mechanism,
        Duration load,
        int streams,
        @Nullable LocalHandoffSettings handoff,
        @Nullable RemoteHandoffSettings remote) {
    /** Requests at a time on a connection of HTTP/2. */
    static final int MOST_STREAMS = 10_000;

    public ForwardingSettings {
        if (mechanism.isOfPackets()) {
            throw new IllegalArgumentException(
                    "mechanism " + mechanism.label() + " sees packets; a front-end with it is none");
        }
        Bounds.requireIso("load time of what is sent away", load, Duration.ZERO, Duration.ofMinutes(1));
        Bounds.require("streams of a connection to a back-end", streams, 0, MOST_STREAMS);
        if (handoff != null) {
            Bounds.requireIso(
                    "time for taking a connection", handoff.patience(), Duration.ofMillis(10), Duration.ofMinutes(1));
        }
        if (remote != null) {
            Bounds.requireIso(
                    "time for taking a connection", remote.patience(), Duration.ofMillis(10), Duration.ofMinutes(1));
        }
        if (mechanism == ForwardingMode.HANDOFF && remote == null) {
            throw new IllegalArgumentException(
                    "mechanism handoff without handoff.port and secret-file; expected those of"
                            + " the nodes on other hosts");
        }
        if (mechanism == ForwardingMode.HANDOFF_LOCAL && handoff == null) {
            throw new IllegalArgumentException(
                    "mechanism handoff-local without handoff.directory; expected the directory"
                            + " that is handoff.directory of the nodes on this host");
        }
    }

    /** A forwarding mode without connection handoff, by HTTP/1.1. */
    public ForwardingSettings(ForwardingMode mechanism, Duration load) {
        this(mechanism, load, 0, null, null);
    }

    /** A forwarding mode without connection handoff to other hosts. */
    public ForwardingSettings(
            ForwardingMode mechanism, Duration load, int streams, @Nullable LocalHandoffSettings handoff) {
        this(mechanism, load, streams, handoff, null);
    }

    /** The relay. */
    public static ForwardingSettings defaults() {
        return new ForwardingSettings(ForwardingMode.PROXY, Duration.ofMillis(100));
    }

    /** Connections are handed off to nodes on this host. */
    public static ForwardingSettings handingOver(LocalHandoffSettings handoff) {
        return new ForwardingSettings(ForwardingMode.HANDOFF_LOCAL, Duration.ofMillis(100), 0, handoff, null);
    }

    /** Connections are handed off to nodes on other hosts. */
    public static ForwardingSettings handingOver(RemoteHandoffSettings remote) {
        return new ForwardingSettings(ForwardingMode.HANDOFF, Duration.ofMillis(100), 0, null, remote);
    }

    /** The same with another secret shared with nodes on other hosts. */
    public ForwardingSettings withSecret(String secret) {
        RemoteHandoffSettings there = remote;
        return there == null
                ? this
                : new ForwardingSettings(
                        mechanism,
                        load,
                        streams,
                        handoff,
                        new RemoteHandoffSettings(there.port(), secret, there.patience()));
    }
}
