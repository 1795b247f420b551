package io.gosling.node.configuration;

import io.gosling.dispatcher.packet.PacketMode;
import io.gosling.dispatcher.packet.PacketPolicy;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.PortTranslation;
import io.gosling.dispatcher.packet.StandBySettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.LogSettings;
import io.gosling.node.settings.PacketDispatchSettings;
import io.gosling.node.settings.WeightedAddress;
import io.gosling.settings.BadConfiguration;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts the values of a front-end's settings to those of a packet dispatcher. Pure: no name is looked up. */
public final class PacketConfiguration {
    private static final Set<Setting<?>> COMMON = Set.of(
            DispatchSettings.MECHANISM,
            FrontEndSettings.POLICY,
            PolicySettings.BOUND,
            DispatchSettings.BACKENDS,
            CommonSettings.ADMIN_HOST,
            CommonSettings.ADMIN_PORT,
            CommonSettings.TRANSPORT,
            CommonSettings.EVENT_LOOPS,
            LogSettings.LEVEL);

    /**
     * The time for half-closed sessions where only clients' packets are seen: a client that has sent FIN may still wait
     * for its response.
     */
    private static final Duration HALF_CLOSED_TIME = Duration.ofMinutes(2);

    private PacketConfiguration() {}

    /** Returns true if the front-end dispatches packets. */
    public static boolean isMeant(Values values) {
        return ForwardingMode.named(values.get(DispatchSettings.MECHANISM)).isOfPackets();
    }

    /**
     * The dispatcher's settings.
     *
     * @throws BadConfiguration when something is missing or does not go together
     */
    public static PacketSettings of(Values values) throws BadConfiguration {
        requireOnlyWhatCounts(values);
        String mechanism = values.get(DispatchSettings.MECHANISM);
        IpAddress vip = required(values, PacketDispatchSettings.VIP, mechanism, "the address that clients know");
        String device = required(
                values, PacketDispatchSettings.INTERFACE, mechanism, "where clients' packets come, such as eth0");
        String policy = values.isGiven(FrontEndSettings.POLICY)
                ? values.get(FrontEndSettings.POLICY)
                : PacketPolicy.names().getFirst();
        List<PacketSettings.Listed> backends = new ArrayList<>();
        for (WeightedAddress backend : values.find(DispatchSettings.BACKENDS).orElse(List.of())) {
            backends.add(listed(backend));
        }
        try {
            return new PacketSettings(
                    mechanism.equals("lsmac") ? PacketMode.LSMAC : PacketMode.LSNAT,
                    device,
                    vip,
                    values.get(PacketDispatchSettings.PORTS),
                    backends,
                    PacketPolicy.named(policy),
                    new PolicySettings(values),
                    values.get(PacketDispatchSettings.ANSWER_ARP),
                    new SessionLimits(
                            values.get(PacketDispatchSettings.SESSIONS),
                            values.get(PacketDispatchSettings.HALF_OPEN),
                            values.get(PacketDispatchSettings.HALF_OPEN_TIME),
                            values.get(PacketDispatchSettings.IDLE_TIME),
                            values.find(PacketDispatchSettings.CLOSING_TIME)
                                    .orElse(
                                            mechanism.equals("lsmac")
                                                    ? HALF_CLOSED_TIME
                                                    : SessionLimits.defaults().closingTime())),
                    values.get(PacketDispatchSettings.ASK_INTERVAL),
                    values.get(PacketDispatchSettings.SILENT_AFTER),
                    values.find(PacketDispatchSettings.PORT_TRANSLATION).orElse(PortTranslation.NONE),
                    new StandBySettings(
                            values.find(PacketDispatchSettings.PRIORITY).orElse(0),
                            values.get(PacketDispatchSettings.TAKE_OVER_AFTER)));
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(List.of("mechanism " + mechanism + ": " + e.getMessage()));
        }
    }

    private static <T> T required(Values values, Setting<T> setting, String mechanism, String expected)
            throws BadConfiguration {
        return values.find(setting)
                .orElseThrow(() -> new BadConfiguration(
                        List.of(setting.flag() + ": missing; expected " + expected + ", with mechanism " + mechanism)));
    }

    private static PacketSettings.Listed listed(WeightedAddress backend) throws BadConfiguration {
        String host = backend.address().host();
        if (!backend.labels().isEmpty()) {
            throw new BadConfiguration(List.of("--backend: value \"" + host + "\" with labels " + backend.labels()
                    + "; expected none, since packets show no rule's request"));
        }
        try {
            return new PacketSettings.Listed(
                    IpAddress.of(InetAddress.ofLiteral(host)), backend.address().port(), backend.weight());
        } catch (IllegalArgumentException e) {
            throw new BadConfiguration(
                    List.of("--backend: value \"" + host + "\"; expected an address such as 10.77.0.11"));
        }
    }

    /** Refuses settings that have no effect on a packet dispatcher. */
    private static void requireOnlyWhatCounts(Values values) throws BadConfiguration {
        Set<Setting<?>> counts = Stream.concat(COMMON.stream(), PacketDispatchSettings.ALL.stream())
                .collect(Collectors.toSet());
        List<String> idle = DispatchSettings.ALL.stream()
                .filter(setting -> values.isGiven(setting) && !counts.contains(setting))
                .map(Setting::flag)
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfiguration(List.of("mechanism " + values.get(DispatchSettings.MECHANISM)
                    + " sees packets and no requests; leave out " + String.join(", ", idle)));
        }
    }

    /**
     * Refuses, for every other forwarding mode, settings that have no effect without packets, and back-ends without a
     * port.
     *
     * @throws BadConfiguration naming it
     */
    static void requireNone(Values values) throws BadConfiguration {
        List<String> idle = PacketDispatchSettings.ALL.stream()
                .filter(values::isGiven)
                .map(Setting::flag)
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfiguration(List.of(String.join(", ", idle) + " with mechanism "
                    + values.get(DispatchSettings.MECHANISM) + "; expected with lsmac or lsnat only"));
        }
        for (WeightedAddress backend : values.find(DispatchSettings.BACKENDS).orElse(List.of())) {
            if (backend.address().port() == 0) {
                throw new BadConfiguration(
                        List.of("--backend: value \"" + backend.address().host()
                                + "\" without a port; expected HOST:PORT, or mechanism lsmac or lsnat"));
            }
        }
    }
}
