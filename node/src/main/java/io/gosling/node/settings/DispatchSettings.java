package io.gosling.node.settings;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.dispatcher.health.Checking;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.ProbationSettings;
import io.gosling.dispatcher.health.Shares;
import io.gosling.dispatcher.packet.PacketSettings;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.BackendPoolRules;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HedgeSettings;
import io.gosling.dispatcher.settings.LearningSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.settings.Declarations;
import io.gosling.settings.HostPort;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of a front-end: {@code gosling dispatch} and its configuration file. */
public final class DispatchSettings {
    private static final Declarations DECLARED = new Declarations();

    public static final Setting<Integer> CLUSTER_PORT = DECLARED.setting(
            CommonSettings.CLUSTER_PORT.name(),
            CommonSettings.CLUSTER_PORT.kind(),
            "0",
            "Port for cluster membership; 0 takes a free one.");

    public static final Setting<List<HostPort>> JOIN = DECLARED.setting(
            CommonSettings.JOIN.name(), CommonSettings.JOIN.kind(), "127.0.0.1:5701", CommonSettings.JOIN.prose());

    public static final Setting<Boolean> SHARE_PORT = DECLARED.setting(
            "share-port",
            Kind.toggle(),
            "off",
            "on lets several front-ends of this machine share the port for clients, as for an upgrade: the system"
                    + " divides connections among them, and a front-end that ends leaves those of the others alone."
                    + " All of them need it, and an --admin-port each.");

    public static final Setting<String> MECHANISM = DECLARED.setting(
            "mechanism",
            Kind.choice(ForwardingMode.names()),
            "proxy",
            "How a request reaches its back-end: through the front-end (proxy); by sending the client there with 307"
                    + " (redirect), if it is a GET or HEAD and the node has a public-url; by passing the client's"
                    + " connection to the node's process on the same host (handoff-local), by handoff.directory, or to"
                    + " the node's host on the same segment (handoff), by handoff.port; or, packet by packet, by"
                    + " hardware address (lsmac) or address (lsnat), at --vip and --interface.");

    public static final Setting<Duration> REDIRECT_LOAD = DECLARED.setting(
            "redirect.load-time",
            Kind.duration(Duration.ZERO, Duration.ofMinutes(1)),
            "100ms",
            "How long a request that was sent to a node by redirect counts as its load, since its answer is not seen.");

    public static final Setting<List<WeightedAddress>> BACKENDS = DECLARED.optional(
            "backend",
            Kind.list(
                    "HOST:PORT[=WEIGHT][+LABEL...]",
                    "addresses such as 10.0.0.7:8080, or with a weight from 0.01 to 100 behind them, or labels, or"
                            + " both: 10.0.0.7:8080=2+images",
                    WeightedAddress::parse),
            "Plain HTTP servers to dispatch to, instead of the cluster's nodes: not beside --join. One of weight 2 is"
                    + " taken to carry twice as much as one of 1, which all have that are given none; rules name"
                    + " labels. With lsmac or lsnat an address alone will do. Repeatable.");

    public static final Setting<Integer> FRONT_ENDS = DECLARED.setting(
            "front-ends",
            Kind.integer("N", 0, 1000),
            "0",
            "Number of front-ends that send requests to the same back-ends, about as many each: every one takes the"
                    + " loads that it sees for its part of the whole, and admits its part of the admission limit. 0"
                    + " counts the front-ends that have joined the cluster; without a cluster that is 1. Give 1 if"
                    + " the others only stand by.");

    public static final Setting<List<BackendPoolRules.Rule>> RULES = DECLARED.optional(
            "rule",
            Kind.list(
                    "RULE",
                    "rules such as path:/images/=LABEL, host:img.example.org=LABEL, host:*.example.org/thumbs=LABEL or"
                            + " header:X-Tenant:gold=LABEL",
                    BackendPoolRules.Rule::parse),
            "Confines requests to the back-ends with a label, by host, by path and all below it, or by the value of a"
                    + " field; the first rule that fits counts, and what fits none goes to any. The policy runs within"
                    + " those. Repeatable.");

    public static final Setting<String> RULES_ELSEWHERE = DECLARED.setting(
            "rules-without-node",
            Kind.choice(List.of("refuse", "all")),
            "refuse",
            "What becomes of requests that a rule confines to a label while no back-end with it takes requests: they"
                    + " wait for one or are answered 503 (refuse), or go to any (all).");

    public static final Setting<Boolean> LEARN = DECLARED.setting(
            "lard.learn",
            Kind.toggle(),
            "on",
            "on asks nodes at the start which objects they hold, and sends requests for these there, with policies"
                    + " lard, lard-r and lard-b before a cluster and target url or path; off starts with nothing, as"
                    + " all other policies do.");

    public static final Setting<String> PROTOCOL = DECLARED.setting(
            "relay.protocol",
            Kind.choice(List.of("http1", "h2c")),
            "http1",
            "Protocol towards back-ends: HTTP/1.1, or HTTP/2 without TLS and without asking first (of a node,"
                    + " http2.prior-knowledge: on), many requests on a connection. Those that do not know it get"
                    + " HTTP/1.1.");

    public static final Setting<Integer> STREAMS = DECLARED.setting(
            "relay.streams",
            Kind.integer("N", 1, 10_000),
            "100",
            "With relay.protocol h2c, requests at a time on one connection; fewer where the back-end allows fewer.");

    public static final Setting<Integer> POOL_CONNECTIONS = DECLARED.setting(
            "relay.connections",
            Kind.integer("N", 1, 100_000),
            "256",
            "Connections of one event loop to one back-end; more requests wait.");

    public static final Setting<Integer> POOL_WAITING = DECLARED.setting(
            "relay.waiting",
            Kind.integer("N", 0, 1_000_000),
            "1024",
            "Requests of one event loop that may wait for a connection to one back-end.");

    public static final Setting<Duration> POOL_IDLE = DECLARED.setting(
            "relay.keep-time",
            Kind.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "30s",
            "How long an unused connection to a back-end is kept; shorter than the back-end keeps it.");

    public static final Setting<Duration> POOL_CONNECT = DECLARED.setting(
            "relay.connect-time",
            Kind.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "250ms",
            "How long connecting to a back-end may take, and waiting for a connection.");

    /** Bounds of the queue and of its clients, and timeouts of the relay, which may change while the front-end runs. */
    public static final List<Setting<?>> LIVE =
            Declarations.inOrder(List.of(AdmissionSettings.ALL, RelaySettings.LIVE));

    /** The settings of a node that dispatches, besides a policy; without effect on others. */
    public static final List<Setting<?>> OF_NODES = Declarations.inOrder(List.of(
            List.of(FrontEndSettings.TARGET, FRONT_ENDS, RULES, RULES_ELSEWHERE),
            LearningSettings.ALL,
            LardSettings.ALL,
            PolicySettings.ALL,
            AdmissionSettings.ALL,
            RelaySettings.ALL,
            List.of(PROTOCOL, STREAMS, POOL_CONNECTIONS, POOL_WAITING, POOL_IDLE, POOL_CONNECT),
            HedgeSettings.ALL,
            TunnelSettings.ALL,
            ProbationSettings.ALL,
            Shares.ALL,
            HealthSettings.ALL,
            Checking.ALL));

    public static final List<Setting<?>> ALL = Declarations.inOrder(List.of(
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
                    BACKENDS,
                    FrontEndSettings.POLICY,
                    LEARN,
                    MECHANISM,
                    REDIRECT_LOAD,
                    HandoffSettings.DIRECTORY,
                    HandoffSettings.PORT,
                    HandoffSettings.EXPERIMENTAL,
                    HandoffSettings.TIMEOUT,
                    HandoffSettings.PERSISTENT,
                    HandoffSettings.MOVE_FROM,
                    RelaySettings.PROXY_PROTOCOL,
                    CommonSettings.TRANSPORT,
                    CommonSettings.EVENT_LOOPS,
                    CommonSettings.DRAIN,
                    CommonSettings.LOG_LEVEL),
            PacketSettings.ALL,
            OF_NODES,
            ListenSettings.ALL,
            ClusterTimings.OF_MEMBERS,
            HttpLimits.ALL,
            AccessLogSettings.ALL,
            HttpsSettings.ALL,
            Http2Limits.ALL));

    private DispatchSettings() {}
}
