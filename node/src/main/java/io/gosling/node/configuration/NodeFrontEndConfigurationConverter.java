package io.gosling.node.configuration;

import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.gos.membership.NodeRole;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives a node's dispatcher settings from its configuration. Pure. */
public final class NodeFrontEndConfigurationConverter {
    private NodeFrontEndConfigurationConverter() {}

    /** The settings that have no effect unless the node dispatches. */
    public static List<Setting<?>> settings() {
        return Stream.concat(
                        Stream.of(NodeSettings.POLICY, NodeSitesSettings.DISPATCHED_FROM),
                        io.gosling.node.settings.DispatchSettings.OF_NODES.stream())
                .toList();
    }

    /**
     * The dispatcher's settings; null if the node itself serves its clients' requests.
     *
     * @throws BadConfigurationException when values that are each within bounds do not go together
     */
    public static @Nullable FrontEndSettings of(SettingValues values) throws BadConfigurationException {
        return of(values, values);
    }

    /**
     * As {@link #of(SettingValues)}.
     *
     * @param trusting says which proxies are trusted, where those of the serving part stay as they are
     */
    public static @Nullable FrontEndSettings of(SettingValues values, SettingValues trusting)
            throws BadConfigurationException {
        if (!values.get(NodeSettings.DISPATCH)) {
            requireNone(values);
            return null;
        }
        if (values.get(NodeSettings.ROLE) == NodeRole.STORE) {
            throw new BadConfigurationException(
                    "dispatch: on with role store, which no client asks; expected role all or web, or dispatch off");
        }
        if (values.isGiven(HandoffSettings.DIRECTORY) || values.isGiven(HandoffSettings.PORT)) {
            throw new BadConfigurationException(
                    "dispatch: on with handoff.directory or handoff.port, by which clients would come to the node"
                            + " without its limits of"
                            + " addresses and its access log, which are where it dispatches; expected one of both");
        }
        return FrontEndConfigurationConverter.of(
                values.with(FrontEndSettings.POLICY, List.of(values.get(NodeSettings.POLICY))), trusting);
    }

    /**
     * Trusts the same proxies in the dispatching part as in the serving part; otherwise the dispatching part would drop
     * their headers. The nodes themselves are not trusted: they dispatch to the serving ports of others, and any other
     * client at their addresses is one whose bytes they relay.
     */
    public static RelaySettings.Forwarding trusting(List<AddressBlock> addresses) {
        AddressBlock[] proxies = addresses.toArray(AddressBlock[]::new);
        return client -> client instanceof InetSocketAddress inet && isAmong(proxies, inet.getAddress());
    }

    private static boolean isAmong(AddressBlock[] blocks, @Nullable InetAddress address) {
        for (AddressBlock block : blocks) {
            if (address != null && block.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static void requireNone(SettingValues values) throws BadConfigurationException {
        if (values.isGiven(NodeSettings.SERVING_PORT) && !NodeConfigurationConverter.encrypts(values)) {
            throw new BadConfigurationException("serving-port: given without dispatch on and without an encrypted"
                    + " cluster, so no request comes there; expected dispatch on, or secret-file and cluster.encryption"
                    + " on");
        }
        if (values.isGiven(FrontEndSettings.ROUTES)) {
            throw new BadConfigurationException(
                    "routes: given outside of sites and without dispatch on, so no request meets"
                            + " them; expected them in an item of sites, or dispatch on");
        }
        for (Setting<?> setting : settings()) {
            if (values.isGiven(setting)) {
                throw new BadConfigurationException(setting.name() + ": given without dispatch on, so this node chooses"
                        + " nobody; expected both or none");
            }
        }
    }

    /**
     * These values with the node's own address among the trusted dispatchers. A request that the node dispatches to
     * itself comes from that address; without this, access rules by address would take it for the node's own request
     * and let everybody in.
     *
     * <p>Requests that are encrypted need none of this: they come from those that have the cluster's secret.
     *
     * @throws BadConfigurationException if other machines can reach the node and no setting says which of them dispatch
     */
    public static SettingValues believing(SettingValues values, InetAddress own) throws BadConfigurationException {
        List<AddressBlock> given =
                values.find(NodeSitesSettings.DISPATCHED_FROM).orElse(List.of());
        if (!values.get(NodeSettings.DISPATCH)
                || NodeConfigurationConverter.encrypts(values)
                || given.stream().anyMatch(block -> block.contains(own))) {
            return values;
        }
        if (!given.isEmpty() || !own.isLoopbackAddress()) {
            throw new BadConfigurationException(
                    "dispatched-from: value \"" + given + "\" without " + own.getHostAddress()
                            + "; expected with dispatch on the cluster addresses of all nodes that dispatch, this one's"
                            + " included: requests come from there for clients whose address they name");
        }
        return values.with(NodeSitesSettings.DISPATCHED_FROM, List.of(own.getHostAddress()));
    }
}
