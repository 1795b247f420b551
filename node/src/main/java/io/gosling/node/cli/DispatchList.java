package io.gosling.node.cli;

import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.netty.handoff.MovableSocket;
import io.gosling.netty.transport.Transport;
import io.gosling.node.report.TextTable;

/** Prints the output of {@code gosling dispatch --list}: the policies and the forwarding modes. */
final class DispatchList {
    private DispatchList() {}

    static String text() {
        TextTable policies = new TextTable("POLICY", "NEEDS", "WHAT IT DOES");
        for (Policies policy : Policies.values()) {
            policies.row(policy.label(), policy.needsContent() ? "the request" : "-", policy.summary());
        }
        TextTable modes = new TextTable("FORWARDING", "SEES", "NEEDS", "HERE", "WHAT IT DOES");
        for (ForwardingMode mode : ForwardingMode.values()) {
            modes.row(mode.label(), mode.sees().label(), mode.needs(), here(mode), mode.summary());
        }
        return policies + "\n" + modes;
    }

    private static String here(ForwardingMode forwarding) {
        boolean here = switch (forwarding) {
            case HANDOFF_LOCAL -> Transport.mayPassConnections();
            case HANDOFF ->
                PacketSocket.obstacle().isEmpty() && MovableSocket.obstacle().isEmpty();
            case LSMAC, LSNAT -> PacketSocket.obstacle().isEmpty();
            default -> true;
        };
        return here ? "yes" : "no";
    }
}
