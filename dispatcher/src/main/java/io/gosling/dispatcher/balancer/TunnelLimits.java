package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.settings.TunnelSettings;

/**
 * Counts and bounds the open tunnels and event streams, in all and on each back-end. They take no place of the
 * admission limit, and would have no other bound than what clients open. Not thread-safe; guarded by
 * {@link Dispatcher}.
 */
final class TunnelLimits {
    private int taken;

    /** Takes a place for a request that has a back-end; false when there is none left. */
    boolean take(Ticket ticket, TunnelSettings bounds) {
        BackendState member = ticket.member;
        if (member == null || taken >= bounds.most() || member.lasting >= bounds.mostEach()) {
            return false;
        }
        taken++;
        member.lasting++;
        ticket.lastsOn = member;
        return true;
    }

    /** The request is over: its place, if it has one, is free again. */
    void leave(Ticket ticket) {
        BackendState member = ticket.lastsOn;
        if (member != null) {
            taken--;
            member.lasting--;
            ticket.lastsOn = null;
        }
    }
}
