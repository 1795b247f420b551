package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.settings.TunnelSettings;

/**
 * Counts and bounds the open tunnels and event streams, in all and on each back-end. They take no place of the
 * admission limit, and would have no other bound than what clients open. Not thread-safe; guarded by
 * {@link Dispatcher}.
 */
final class TunnelLimits {
    private int taken;

    boolean take(Ticket ticket, TunnelSettings bounds) {
        BackendState member = ticket.member;
        if (member == null
                || taken >= bounds.get(TunnelSettings.MOST)
                || member.lasting >= bounds.get(TunnelSettings.MOST_EACH)) {
            return false;
        }
        taken++;
        member.lasting++;
        ticket.lastsOn = member;
        return true;
    }

    void leave(Ticket ticket) {
        BackendState member = ticket.lastsOn;
        if (member != null) {
            taken--;
            member.lasting--;
            ticket.lastsOn = null;
        }
    }
}
