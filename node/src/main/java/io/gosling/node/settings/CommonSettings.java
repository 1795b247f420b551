package io.gosling.node.settings;

import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Settings that nodes and front-ends have in common. */
public final class CommonSettings {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    public static final Setting<Integer> PORT = DECLARED.setting(
            "port", SettingType.integer("PORT", 0, 65535), "8080", "Port for clients; 0 takes a free one.");

    public static final Setting<String> HOST = DECLARED.setting(
            "host",
            SettingType.text("ADDR", "a host name or an address"),
            "127.0.0.1",
            "Address for clients; 0.0.0.0 or :: for all addresses of this machine.");

    public static final Setting<Integer> ADMIN_PORT = DECLARED.setting(
            "admin-port",
            SettingType.integer("PORT", 0, 65535),
            "4675",
            "Port of /livez, /readyz, /metrics and /status; 0 takes a free one.");

    public static final Setting<String> ADMIN_HOST = DECLARED.setting(
            "admin-host",
            SettingType.text("ADDR", "a host name or an address"),
            "127.0.0.1",
            "Address of the admin port. Other addresses than loopback ones need admin.certificate and admin.tokens.");

    public static final Setting<List<HostPort>> JOIN = DECLARED.optional(
            "join",
            SettingType.addresses(),
            "Cluster addresses of other members, separated by commas. Some may be down; a name stands for all its"
                    + " addresses, and is looked up again while members are looked for.");

    public static final Setting<String> CLUSTER_HOST = DECLARED.optional(
            "cluster-host",
            SettingType.text("ADDR", "a host name or an address of this machine"),
            "Address for other members; --host if that is one address, 127.0.0.1 otherwise.");

    public static final Setting<Integer> CLUSTER_PORT = DECLARED.setting(
            "cluster-port",
            SettingType.integer("PORT", 0, 65535),
            "5701",
            "Port for cluster membership; 0 takes a free one. A node without join, voters, a secret, or any other"
                    + " setting of clusters, is alone and opens no such port.");

    public static final Setting<Path> SECRET_FILE = DECLARED.optional(
            "secret-file",
            SettingType.path("FILE", "a file that only its owner can read"),
            "File with the cluster's secret, at least 16 characters; also from GOSLING_SECRET_FILE."
                    + " Members with another secret stay apart. Required unless --cluster-host is loopback.");

    public static final Setting<String> TRANSPORT = DECLARED.setting(
            "transport",
            SettingType.choice(List.of("auto", "nio", "epoll", "kqueue")),
            "auto",
            "Interface of the system by which sockets are driven; auto takes the best that works on this machine.");

    public static final Setting<Integer> EVENT_LOOPS = DECLARED.setting(
            "event-loops",
            SettingType.integer("N", 0, 1024),
            "0",
            "Threads that drive sockets; 0 means one for each processor.");

    public static final Setting<Duration> DRAIN_DELAY = DECLARED.setting(
            "drain-delay",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "0s",
            "Time after TERM for which connections are still accepted, while /readyz answers 503 and every response"
                    + " closes its connection; then --drain begins. For load balancers that go on sending for a while,"
                    + " as in Kubernetes: a few seconds.");

    public static final Setting<Duration> DRAIN = DECLARED.setting(
            "drain",
            SettingType.duration(Duration.ZERO, Duration.ofHours(1)),
            "10s",
            "Time that requests in progress may go on after TERM before they are cut off.");

    public static final Setting<String> LOG_LEVEL = DECLARED.setting(
            "log-level",
            SettingType.choice(List.of("info", "debug")),
            "info",
            "Level of messages logged to standard error; debug is what --verbose shows.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private CommonSettings() {}
}
