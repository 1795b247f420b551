package io.gosling.node.run;

import io.gosling.dispatcher.packet.DropReason;
import io.gosling.dispatcher.packet.PacketDispatcher;
import io.gosling.dispatcher.packet.PacketStatus.BackendStatus;
import io.gosling.node.admin.Metrics;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The metrics of a packet dispatcher, beside those of its JVM. */
final class PacketMetrics {
    private PacketMetrics() {}

    static Metrics of(PacketDispatcher dispatcher) {
        Metrics metrics = new Metrics();
        metrics.gauge(
                "gosling.packet.sessions",
                "Sessions remembered, of any state",
                () -> dispatcher.status().sessions());
        metrics.gauge(
                "gosling.packet.half.open",
                "Those of which only the SYN was seen",
                () -> dispatcher.status().halfOpen());
        metrics.counter(
                "gosling.packet.replaced",
                "Half-open sessions that were forgotten for newer ones",
                () -> dispatcher.status().replaced());
        metrics.counter(
                "gosling.packet.displaced",
                "Others that were, before their time",
                () -> dispatcher.status().displaced());
        metrics.gauge(
                "gosling.packet.active",
                "1 while it dispatches, 0 while it waits for another to end",
                () -> dispatcher.status().active() ? 1 : 0);
        metrics.counter(
                "gosling.packet.takeovers",
                "How often it has become active beside others",
                () -> dispatcher.status().takeovers());
        metrics.counter(
                "gosling.packet.rivals",
                "How often another host has said that it has the vip",
                () -> dispatcher.status().rivals());
        for (DropReason why : DropReason.values()) {
            metrics.counter(
                    "gosling.packet.dropped",
                    "cause",
                    why.label(),
                    "Packets that went nowhere",
                    () -> dispatcher.status().dropped().getOrDefault(why, 0L));
        }
        metrics.gauges(
                "gosling_packet_backend_up",
                "backend",
                "1 while it gets new sessions",
                () -> by(dispatcher, backend -> backend.here() ? 1 : 0));
        metrics.gauges(
                "gosling_packet_backend_sessions",
                "backend",
                "Sessions that it has",
                () -> by(dispatcher, BackendStatus::sessions));
        metrics.counters(
                "gosling_packet_backend_begun",
                "backend",
                "Sessions that it was given",
                () -> by(dispatcher, BackendStatus::begun));
        metrics.counters(
                "gosling_packet_backend_packets",
                "backend",
                "Packets that were given to it",
                () -> by(dispatcher, BackendStatus::packets));
        metrics.counters(
                "gosling_packet_backend_bytes",
                "backend",
                "Bytes of those, with the headers of IP",
                () -> by(dispatcher, BackendStatus::bytes));
        metrics.counters(
                "gosling_packet_backend_packets_back",
                "backend",
                "Packets of its answers that passed here: lsnat only",
                () -> by(dispatcher, BackendStatus::packetsBack));
        metrics.counters(
                "gosling_packet_backend_bytes_back",
                "backend",
                "Bytes of those, with the headers of IP",
                () -> by(dispatcher, BackendStatus::bytesBack));
        return metrics;
    }

    private static Map<String, Double> by(PacketDispatcher dispatcher, ToDoubleFunction<BackendStatus> reading) {
        return dispatcher.status().backends().stream()
                .collect(Collectors.toMap(BackendStatus::name, reading::applyAsDouble));
    }
}
