package io.gosling.dispatcher.packet;

import java.util.List;
import java.util.Map;

/**
 * How a packet dispatcher is.
 *
 * @param sessions of any state
 * @param halfOpen those of which only the SYN was seen
 * @param replaced half-open ones that were forgotten for newer ones
 * @param displaced others that were, before their time
 * @param table what the table takes off the heap, in bytes
 * @param active whether it dispatches; otherwise it waits for another to end
 * @param takeovers how often it has become active beside others that may be
 * @param rivals how often another host has said that it has the cluster address
 * @param dropped packets that went nowhere, by why
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
     * @param mac where its frames go; empty until it was heard
     * @param here whether it gets new sessions
     * @param sessions that it has
     * @param begun that it was given
     * @param packets that were given to it
     * @param bytes of those, with the headers of IP
     * @param packetsBack that came back through here: by LSNAT only
     * @param bytesBack of those
     */
    public record BackendStatus(
            String name,
            String mac,
            boolean here,
            double weight,
            long sessions,
            long begun,
            long packets,
            long bytes,
            long packetsBack,
            long bytesBack) {}

    /** Copies. */
    public PacketStatus {
        dropped = Map.copyOf(dropped);
        backends = List.copyOf(backends);
    }
}
