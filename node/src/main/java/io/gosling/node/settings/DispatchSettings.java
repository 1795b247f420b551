package io.gosling.node.settings;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.BackendTlsSettings;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.util.List;

/** The settings of a front-end: {@code gosling dispatch} and its configuration file. */
public final class DispatchSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> CLUSTER_PORT = DECLARED.setting(
            CommonSettings.CLUSTER_PORT.name(),
            CommonSettings.CLUSTER_PORT.kind(),
            "0",
            "Port for cluster membership; 0 takes a free one.");

    public static final Setting<List<HostPort>> JOIN = DECLARED.setting(
            CommonSettings.JOIN.name(), CommonSettings.JOIN.kind(), "127.0.0.1:5701", CommonSettings.JOIN.prose());

    public static final Setting<Boolean> SHARE_PORT = DECLARED.setting(
            "share-port",
            SettingType.toggle(),
            "off",
            "on lets several front-ends of this machine share the port for clients, as for an upgrade: the system"
                    + " divides connections among them, and a front-end that ends leaves those of the others alone."
                    + " All of them need it, and an --admin-port each.");

    public static final Setting<Integer> FRONT_ENDS = DECLARED.setting(
            "front-ends",
            SettingType.integer("N", 0, 1000),
            "0",
            "Number of front-ends that send about as many requests each to the same back-ends. With N, every one"
                    + " counts each of its requests N times and admits 1/N of the admission limit. 0 counts the"
                    + " front-ends that have joined the cluster; without a cluster that is 1. Give 1 if the others"
                    + " only stand by.");

    public static final Setting<Boolean> LEARN = DECLARED.setting(
            "lard.learn",
            SettingType.toggle(),
            "on",
            "on asks nodes at the start which objects they hold, and sends requests for these there, with policies"
                    + " lard and lard-r before a cluster and routing-key url or path; off starts with nothing, as all"
                    + " other policies do.");

    /** The settings of a node that dispatches, besides a policy; without effect on others. */
    public static final List<Setting<?>> OF_NODES = SettingDeclarations.inOrder(List.of(
            List.of(
                    FrontEndSettings.TARGET,
                    FRONT_ENDS,
                    FrontEndSettings.ROUTES,
                    FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE),
            PolicySettings.ALL,
            AdmissionSettings.ALL,
            RelaySettings.ALL,
            List.of(
                    ForwardingSettings.H2C,
                    ForwardingSettings.STREAMS,
                    ForwardingSettings.CONNECTIONS,
                    ForwardingSettings.WAITING,
                    ForwardingSettings.KEEP_TIME,
                    ForwardingSettings.CONNECT_TIME),
            TunnelSettings.ALL,
            HealthSettings.ALL,
            HealthCheckSettings.ALL));

    public static final List<Setting<?>> ALL = SettingDeclarations.inOrder(List.of(
            List.of(
                    CommonSettings.PORT,
                    CommonSettings.HOST,
                    SHARE_PORT,
                    CommonSettings.ADMIN_HOST,
                    CommonSettings.ADMIN_PORT,
                    JOIN,
                    CommonSettings.CLUSTER_HOST,
                    CLUSTER_PORT,
                    CommonSettings.SECRET_FILE,
                    BackendSource.FIXED,
                    FrontEndSettings.POLICY,
                    LEARN,
                    ForwardingSettings.FORWARDING,
                    ForwardingSettings.REDIRECT_LOAD),
            AdminSettings.ALL,
            HandoffSettings.ALL,
            BackendTlsSettings.ALL,
            List.of(
                    RelaySettings.PROXY_PROTOCOL,
                    CommonSettings.TRANSPORT,
                    CommonSettings.EVENT_LOOPS,
                    CommonSettings.DRAIN_DELAY,
                    CommonSettings.DRAIN,
                    CommonSettings.LOG_LEVEL),
            PacketSettings.ALL,
            OF_NODES,
            List.of(NodeSitesSettings.TRUSTED_PROXIES),
            UnixAndProxySettings.ALL,
            ClusterEncryption.ALL,
            ClusterTimeouts.OF_MEMBERS,
            HttpLimits.ALL,
            AccessLogSettings.ALL,
            HttpsSettings.ALL,
            Http2Limits.ALL));

    private DispatchSettings() {}
}
