package io.gosling.node.run;

import io.gosling.dispatcher.packet.DropReason;
import io.gosling.dispatcher.packet.PacketDispatcher;
import io.gosling.dispatcher.packet.PacketStatus;
import io.gosling.dispatcher.packet.PacketStatus.BackendStatus;
import io.gosling.node.admin.MetricsRegistry;
import java.util.List;

/** The metrics of a packet dispatcher, beside those of its JVM. */
final class PacketMetrics {
    private PacketMetrics() {}

    static MetricsRegistry of(PacketDispatcher dispatcher) {
        MetricsRegistry metrics = new MetricsRegistry();
        MetricsRegistry.Snapshot<PacketStatus> status = metrics.of(dispatcher::status);
        MetricsRegistry.Parts<BackendStatus> backends = metrics.of(
                List.of("backend"), () -> dispatcher.status().backends(), backend -> List.of(backend.name()));
        status.gauge("gosling.packet.sessions", "Sessions remembered, of any state", PacketStatus::sessions);
        status.gauge("gosling.packet.half.open", "Those of which only the SYN was seen", PacketStatus::halfOpen);
        status.counter(
                "gosling.packet.replaced",
                "Half-open sessions that were forgotten for newer ones",
                PacketStatus::replaced);
        status.counter("gosling.packet.displaced", "Others that were, before their time", PacketStatus::displaced);
        status.gauge(
                "gosling.packet.active",
                "1 while it dispatches, 0 while it waits for another to end",
                now -> now.active() ? 1 : 0);
        status.counter(
                "gosling.packet.takeovers", "How often it has become active beside others", PacketStatus::takeovers);
        status.counter(
                "gosling.packet.rivals", "How often another host has said that it has the vip", PacketStatus::rivals);
        for (DropReason why : DropReason.values()) {
            metrics.counter(
                    "gosling.packet.dropped",
                    "cause",
                    why.label(),
                    "Packets that went nowhere",
                    () -> dispatcher.status().dropped().getOrDefault(why, 0L));
        }
        backends.gauge("gosling_packet_backend_up", "1 while it gets new sessions", backend -> backend.here() ? 1 : 0);
        backends.gauge("gosling_packet_backend_sessions", "Sessions that it has", BackendStatus::sessions);
        backends.counter("gosling_packet_backend_begun", "Sessions that it was given", BackendStatus::begun);
        backends.counter("gosling_packet_backend_packets", "Packets that were given to it", BackendStatus::packets);
        backends.counter(
                "gosling_packet_backend_bytes", "Bytes of those, with the headers of IP", BackendStatus::bytes);
        backends.counter(
                "gosling_packet_backend_packets_back",
                "Packets of its answers that passed here: lsnat only",
                BackendStatus::packetsBack);
        backends.counter(
                "gosling_packet_backend_bytes_back",
                "Bytes of those, with the headers of IP",
                BackendStatus::bytesBack);
        return metrics;
    }
}
