package io.gosling.dispatcher.packet;

import java.util.List;
import java.util.Map;

/**
 * The state and the counters of a packet dispatcher.
 *
 * @param sessions of any state
 * @param halfOpen those of which only the SYN was seen
 * @param replaced half-open sessions that were dropped for newer ones
 * @param displaced other sessions that were dropped, before their time
 * @param active true if this dispatcher is active; otherwise it is standing by
 * @param takeovers number of times that it has become active, if it shares the cluster address with other dispatchers
 * @param rivals number of times that another host has claimed the cluster address
 */
public record PacketStatus(
        long sessions,
        long halfOpen,
        long replaced,
        long displaced,
        long table,
        boolean active,
        long takeovers,
        long rivals,
        Map<DropReason, Long> dropped,
        List<BackendStatus> backends) {
    /**
     * One back-end.
     *
     * @param mac the hardware address that its frames go to; empty until it is known
     * @param state {@code ready} if it gets new sessions, {@code silent} otherwise
     * @param sessions its present sessions
     * @param begun sessions that were assigned to it
     * @param packets that were forwarded to it
     * @param bytes of those, with the headers of IP
     * @param packetsBack packets that came back through the dispatcher: with LSNAT only
     * @param bytesBack of those
     */
    public record BackendStatus(
            String name,
            String mac,
            String state,
            double weight,
            long sessions,
            long begun,
            long packets,
            long bytes,
            long packetsBack,
            long bytesBack) {
        public boolean here() {
            return state.equals("ready");
        }
    }

    public PacketStatus {
        dropped = Map.copyOf(dropped);
        backends = List.copyOf(backends);
    }
}
