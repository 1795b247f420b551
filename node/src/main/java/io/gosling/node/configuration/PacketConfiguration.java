package io.gosling.node.configuration;

import io.gosling.dispatcher.settings.Mechanism;
import io.gosling.dispatcher.packet.PacketMechanism;
import io.gosling.dispatcher.packet.PacketPolicy;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.PortTranslation;
import io.gosling.dispatcher.packet.StandBySettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.packet.session.SessionLimits;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.node.settings.BadConfiguration;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.FrontEndSettings;
import io.gosling.node.settings.LogSettings;
import io.gosling.node.settings.PacketValues;
import io.gosling.node.settings.Setting;
import io.gosling.node.settings.Values;
import io.gosling.node.settings.WeightedAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns the values of a front-end's settings into what a packet dispatcher takes. Pure: no name is looked up. */
public final class PacketConfiguration {
    /** What else means something to it. */
    private static final Set<Setting<?>> COMMON = Set.of(
            FrontEndSettings.MECHANISM,
            FrontEndSettings.POLICY,
            FrontEndSettings.BOUND,
            FrontEndSettings.BACKENDS,
            CommonSettings.ADMIN_HOST,
            CommonSettings.ADMIN_PORT,
            CommonSettings.TRANSPORT,
            CommonSettings.EVENT_LOOPS,
            LogSettings.LEVEL);

    /** Where only clients' packets are seen, one that has said its last may still wait for its answer. */
    private static final Duration HALF_CLOSED_TIME = Duration.ofMinutes(2);

    private PacketConfiguration() {}

    /** Whether the front-end is to see packets. */
    public static boolean isMeant(Values values) {
        return Mechanism.named(values.get(FrontEndSettings.MECHANISM)).isOfPackets();
    }

    /**
     * The dispatcher's settings.
     *
     * @throws BadConfiguration when something is missing or does not go together
     */
    public static PacketSettings of(Values values) throws BadConfiguration {
        requireOnlyWhatCounts(values);
        String mechanism = values.get(FrontEndSettings.MECHANISM);
        IpAddress vip = required(values, PacketValues.VIP, mechanism, "the address that clients know");
        String device =
                required(values, PacketValues.INTERFACE, mechanism, "where clients' packets come, such as eth0");
        String policy = values.isGiven(FrontEndSettings.POLICY)
                ? values.get(FrontEndSettings.POLICY)
                : PacketPolicy.names().getFirst();
        List<PacketSettings.Listed> backends = new ArrayList<>();
        for (WeightedAddress backend : values.find(FrontEndSettings.BACKENDS).orElse(List.of())) {
            backends.add(listed(backend));
        }
        try {
            return new PacketSettings(
                    mechanism.equals("lsmac") ? PacketMechanism.LSMAC : PacketMechanism.LSNAT,
                    device,
                    vip,
                    values.get(PacketValues.PORTS),
                    backends,
                    PacketPolicy.named(policy),
                    new PolicySettings(
                            LardSettings.DEFAULT,
                            values.get(FrontEndSettings.BOUND) / 100.0,
                            values.get(FrontEndSettings.MISS_COST),
                            values.get(FrontEndSettings.NODE_MEMORY)),
                    values.get(PacketValues.ANSWER_ARP),
                    new SessionLimits(
                            values.get(PacketValues.SESSIONS),
                            values.get(PacketValues.HALF_OPEN),
                            values.get(PacketValues.HALF_OPEN_TIME),
                            values.get(PacketValues.IDLE_TIME),
                            values.find(PacketValues.CLOSING_TIME)
                                    .orElse(
                                            mechanism.equals("lsmac")
                                                    ? HALF_CLOSED_TIME
                                                    : SessionLimits.defaults().closingTime())),
                    values.get(PacketValues.ASK_INTERVAL),
                    values.get(PacketValues.SILENT_AFTER),
                    values.find(PacketValues.PORT_TRANSLATION).orElse(PortTranslation.NONE),
                    new StandBySettings(
                            values.find(PacketValues.PRIORITY).orElse(0), values.get(PacketValues.TAKE_OVER_AFTER)));
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

    /** What has no effect here somebody has meant to have one. */
    private static void requireOnlyWhatCounts(Values values) throws BadConfiguration {
        Set<Setting<?>> counts =
                Stream.concat(COMMON.stream(), PacketValues.ALL.stream()).collect(Collectors.toSet());
        List<String> idle = FrontEndSettings.ALL.stream()
                .filter(setting -> values.isGiven(setting) && !counts.contains(setting))
                .map(Setting::flag)
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfiguration(List.of("mechanism " + values.get(FrontEndSettings.MECHANISM)
                    + " sees packets and no requests; leave out " + String.join(", ", idle)));
        }
    }

    /**
     * Refuses, for every other mechanism, what is of no effect without packets, and back-ends without a port.
     *
     * @throws BadConfiguration naming it
     */
    static void requireNone(Values values) throws BadConfiguration {
        List<String> idle = PacketValues.ALL.stream()
                .filter(values::isGiven)
                .map(Setting::flag)
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfiguration(List.of(String.join(", ", idle) + " with mechanism "
                    + values.get(FrontEndSettings.MECHANISM) + "; expected with lsmac or lsnat only"));
        }
        for (WeightedAddress backend : values.find(FrontEndSettings.BACKENDS).orElse(List.of())) {
            if (backend.address().port() == 0) {
                throw new BadConfiguration(
                        List.of("--backend: value \"" + backend.address().host()
                                + "\" without a port; expected HOST:PORT, or mechanism lsmac or lsnat"));
            }
        }
    }
}
