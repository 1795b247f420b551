package io.gosling.node.configuration;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.packet.PacketForwardingMode;
import io.gosling.dispatcher.packet.PacketPolicyNames;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.node.settings.AdminSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts the values of a front-end's settings to those of a packet dispatcher. Pure: no name is looked up. */
public final class PacketConfigurationConverter {
    private static final Set<Setting<?>> COMMON = Set.of(
            ForwardingSettings.FORWARDING,
            FrontEndSettings.POLICY,
            PolicySettings.BOUND,
            BackendSource.FIXED,
            CommonSettings.ADMIN_HOST,
            CommonSettings.ADMIN_PORT,
            CommonSettings.TRANSPORT,
            CommonSettings.EVENT_LOOPS,
            CommonSettings.LOG_LEVEL);

    private PacketConfigurationConverter() {}

    public static boolean isMeant(SettingValues values) {
        return values.get(ForwardingSettings.FORWARDING).isOfPackets();
    }

    /** @throws BadConfigurationException when something is missing or does not go together */
    public static PacketSettings of(SettingValues values) throws BadConfigurationException {
        requireOnlyWhatCounts(values);
        String forwarding = values.get(ForwardingSettings.FORWARDING).label();
        require(values, PacketSettings.VIP, forwarding, "the address that clients know");
        require(values, PacketSettings.INTERFACE, forwarding, "where clients' packets come, such as eth0");
        String policy = values.isGiven(FrontEndSettings.POLICY)
                ? values.get(FrontEndSettings.POLICY)
                : PacketPolicyNames.names().getFirst();
        List<PacketSettings.Listed> backends = new ArrayList<>();
        for (WeightedAddress backend : values.find(BackendSource.FIXED).orElse(List.of())) {
            backends.add(listed(backend));
        }
        try {
            PacketForwardingMode mode =
                    forwarding.equals("lsmac") ? PacketForwardingMode.LSMAC : PacketForwardingMode.LSNAT;
            return new PacketSettings(mode, PacketPolicyNames.named(policy), backends, values);
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException("forwarding " + forwarding + ": " + e.getMessage());
        }
    }

    private static void require(SettingValues values, Setting<?> setting, String forwarding, String expected)
            throws BadConfigurationException {
        if (!values.isGiven(setting)) {
            throw new BadConfigurationException(
                    setting.flag() + ": missing; expected " + expected + ", with forwarding " + forwarding);
        }
    }

    private static PacketSettings.Listed listed(WeightedAddress backend) throws BadConfigurationException {
        String host = backend.address().host();
        if (!backend.labels().isEmpty()) {
            throw new BadConfigurationException("--backend: value \"" + host + "\" with labels " + backend.labels()
                    + "; expected none, since packets show no rule's request");
        }
        try {
            return new PacketSettings.Listed(
                    IpAddress.of(InetAddress.ofLiteral(host)), backend.address().port(), backend.weight());
        } catch (IllegalArgumentException e) {
            throw new BadConfigurationException(
                    "--backend: value \"" + host + "\"; expected an address such as 10.77.0.11");
        }
    }

    private static void requireOnlyWhatCounts(SettingValues values) throws BadConfigurationException {
        Set<Setting<?>> counts = Stream.of(COMMON, PacketSettings.ALL, AdminSettings.ALL)
                .<Setting<?>>flatMap(Collection::stream)
                .collect(Collectors.toSet());
        List<String> idle = DispatchSettings.ALL.stream()
                .filter(setting -> values.isGiven(setting) && !counts.contains(setting))
                .map(setting -> setting.kind().shape() == SettingType.Shape.SECTIONS ? setting.name() : setting.flag())
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfigurationException(
                    "forwarding " + values.get(ForwardingSettings.FORWARDING).label()
                            + " sees packets and no requests; leave out " + String.join(", ", idle));
        }
    }

    /**
     * Refuses, for every other forwarding mode, settings that have no effect without packets, and back-ends without a
     * port.
     *
     * @throws BadConfigurationException naming it
     */
    static void requireNone(SettingValues values) throws BadConfigurationException {
        List<String> idle = PacketSettings.ALL.stream()
                .filter(values::isGiven)
                .map(Setting::flag)
                .toList();
        if (!idle.isEmpty()) {
            throw new BadConfigurationException(String.join(", ", idle) + " with forwarding "
                    + values.get(ForwardingSettings.FORWARDING).label() + "; expected with lsmac or lsnat only");
        }
        for (WeightedAddress backend : values.find(BackendSource.FIXED).orElse(List.of())) {
            if (backend.address().port() == 0) {
                throw new BadConfigurationException(
                        "--backend: value \"" + backend.address().host()
                                + "\" without a port; expected HOST:PORT, or forwarding lsmac or lsnat");
            }
        }
    }
}
