package io.gosling.node.configuration;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.BackendTlsSettings;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.util.List;
import java.util.stream.Collectors;

/** Converts the values of a front-end's settings to the dispatcher's settings. Pure. */
public final class FrontEndConfigurationConverter {
    private FrontEndConfigurationConverter() {}

    /** @throws BadConfigurationException when values that are each within bounds do not go together */
    public static FrontEndSettings of(SettingValues values) throws BadConfigurationException {
        return of(values, values);
    }

    /** As {@link #of(SettingValues)}, with the trusted proxies of other values. */
    static FrontEndSettings of(SettingValues values, SettingValues trusting) throws BadConfigurationException {
        PacketConfigurationConverter.requireNone(values);
        requireOneSource(values);
        requireCooperation(values);
        requireConnectionsThatGo(values);
        FrontEndSettings settings = BadConfigurationException.unless(() -> new FrontEndSettings(values));
        List<AddressBlock> proxies =
                trusting.find(NodeSitesSettings.TRUSTED_PROXIES).orElse(List.of());
        return proxies.isEmpty() || values.isGiven(RelaySettings.FORWARDED)
                ? settings
                : settings.with(RelaySettings.FORWARDED, NodeFrontEndConfigurationConverter.trusting(proxies));
    }

    /** Refuses settings of connection handoff where they have no effect, since their author expects one. */
    private static void requireConnectionsThatGo(SettingValues values) throws BadConfigurationException {
        ForwardingMode forwarding = values.get(ForwardingSettings.FORWARDING);
        boolean far = forwarding == ForwardingMode.HANDOFF;
        boolean go = far || forwarding == ForwardingMode.HANDOFF_LOCAL;
        boolean comeBack = new HandoffSettings(values).comeBack();
        if (far && !values.get(HandoffSettings.EXPERIMENTAL)) {
            throw new BadConfigurationException(
                    "forwarding: value \"handoff\", which is experimental: it was tried between namespaces of"
                            + " one machine and not between machines; expected handoff.experimental on beside"
                            + " it, or forwarding proxy");
        }
        if (values.isGiven(HandoffSettings.EXPERIMENTAL) && !far) {
            throw new BadConfigurationException("handoff.experimental: given with forwarding " + forwarding.label()
                    + ", which is none that is experimental; expected forwarding handoff, or no handoff.experimental");
        }
        if (far && comeBack) {
            throw new BadConfigurationException(
                    "persistent: multiple with forwarding handoff, by which connections stay with their nodes; expected"
                            + " forward or single, or forwarding handoff-local");
        }
        if (values.isGiven(HandoffSettings.PERSISTENT) && !go) {
            throw new BadConfigurationException("persistent: given with forwarding " + forwarding.label()
                    + ", by which connections stay with the front-end; expected forwarding handoff-local or"
                    + " handoff, or no persistent");
        }
        if (values.isGiven(HandoffSettings.MOVE_FROM) && !comeBack) {
            throw new BadConfigurationException("handoff.move-from: given with persistent "
                    + SettingType.word(values.get(HandoffSettings.PERSISTENT))
                    + ", by which connections stay with their nodes; expected persistent multiple, or no move-from");
        }
    }

    /**
     * Refuses back-ends from two sources: a flag and a key in a file may come from different people, so neither
     * silently wins.
     */
    private static void requireOneSource(SettingValues values) throws BadConfigurationException {
        if (values.isGiven(BackendSource.FIXED) && values.isGiven(DispatchSettings.JOIN)) {
            throw new BadConfigurationException("both --backend (" + listed(values, BackendSource.FIXED)
                    + ") and --join (" + listed(values, DispatchSettings.JOIN)
                    + ") are given; expected one of them: fixed back-ends, or a cluster to find them in");
        }
        if (values.get(BackendTlsSettings.ON) && !values.isGiven(BackendSource.FIXED)) {
            throw new BadConfigurationException("relay.tls: value \"on\" without backend; expected both: nodes of a"
                    + " cluster are sent encrypted requests if they have a secret-file");
        }
    }

    /**
     * Refuses the policy wrr-gms where nodes do not use each other's memory, as far as the values tell.
     *
     * @param values of a front-end, or of a node as well
     */
    public static void requireCooperation(SettingValues values) throws BadConfigurationException {
        boolean fixed = values.isGiven(BackendSource.FIXED);
        if (values.get(FrontEndSettings.POLICY).equals(PolicyName.WRR_GMS.label())
                && (fixed || !values.get(ObjectSpaceSettings.COOPERATION))) {
            throw new BadConfigurationException("policy: value \"wrr-gms\" with "
                    + (fixed ? "fixed back-ends" : "cooperation off")
                    + ", but it is for nodes of a cluster that use each other's memory; expected wrr, which chooses"
                    + " alike, or " + (fixed ? "--join" : "cooperation on"));
        }
    }

    private static String listed(SettingValues values, Setting<? extends List<?>> setting) {
        return values.get(setting).stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
