package io.gosling.node.run;

import io.gosling.command.CommandFailureException;
import io.gosling.common.OpenFileLimitCheck;
import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendIds;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.settings.TunnelSettings;
import io.gosling.dispatcher.steering.PacketSteering;
import io.gosling.document.Ticker;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.hazelcast.ClusterMembership;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.peer.MemberClient;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.routing.HttpsRedirect;
import io.gosling.netty.client.HostResolver;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.ProxyProtocolVersion;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.AdminApiHandler;
import io.gosling.node.admin.ClusterMembers;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.admin.Readiness;
import io.gosling.node.configuration.FrontEndConfigurationConverter;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.process.AdminServerSetup;
import io.gosling.node.process.ConfiguredAccessLog;
import io.gosling.node.process.HttpsSetup;
import io.gosling.node.process.LoggingSetup;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.TransportSetup;
import io.gosling.node.reload.ConfigurationReloader;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingValues;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An assembled and running front-end. Started and ended by one thread. */
public final class RunningFrontEnd implements AutoCloseable {
    /** The time for which redirects to HTTPS may continue when the front-end ends. */
    private static final Duration REDIRECTING = Duration.ofSeconds(1);

    private final ResourceStack closing = new ResourceStack();
    private final Readiness readiness = new Readiness(() -> null);
    private final ConfiguredAccessLog lines;
    private final HttpsSetup https;
    private final FrontEnd frontEnd;
    private final @Nullable ConfiguredBackends backends;
    private final @Nullable HttpServer redirect;
    private final AdminServerSetup admin;
    private final ClusterSecretReload secret;
    private final ConfigurationReloader reload;
    private volatile String adminAddress = "-";
    private volatile @Nullable ClusterTls tls;
    private volatile @Nullable MemberClient nodes;
    private volatile @Nullable ClusterMembership member;

    private RunningFrontEnd(
            SettingValues values,
            ListenAddresses addresses,
            ConfiguredAccessLog lines,
            Transport transport,
            ConfigurationSource again)
            throws BadConfigurationException {
        this.lines = lines;
        try {
            // Closed last: the event loops leave their last lines in it.
            closing.add(lines.log());
            closing.add(transport);
            https = closing.add(HttpsSetup.open(values));
            Optional<List<WeightedAddress>> fixed = values.find(BackendSource.FIXED);
            ClusterSettings cluster = cluster("front-end", values, addresses);
            boolean encrypts = fixed.isEmpty() && ClusterEncryption.isOn(cluster);
            secret = new ClusterSecretReload(values, addresses.secret(), fixed.isEmpty() && !encrypts);
            var settings = knowing(addresses.secret(), FrontEndConfigurationConverter.of(values));
            lines.trustProxies(settings.get(RelaySettings.FORWARDED));
            PlacementRecovery learning = new PlacementRecovery(
                    settings,
                    values.get(DispatchSettings.LEARN),
                    () -> Objects.requireNonNull(nodes),
                    encrypts ? () -> Objects.requireNonNull(tls) : null);
            ForwardingMode forwarding = settings.get(ForwardingSettings.FORWARDING);
            backends = fixed.isPresent() ? new ConfiguredBackends(named(fixed.get(), forwarding)) : null;
            BackendSource source = backends == null ? learning.backends : backends;
            closing.add(this::closeTls);
            frontEnd = closing.add(PortBinder.bindClients(
                    https,
                    () -> FrontEnd.start(
                            settings,
                            shared(values, https.endpoints(addresses.clients())),
                            transport,
                            source,
                            lines.log(),
                            Ticker.system())));
            frontEnd.setFrontEnds(Math.max(1, values.get(DispatchSettings.FRONT_ENDS)));
            redirect = https.redirects() ? closing.add(redirect(values, addresses, transport)) : null;
            String name = name(values, frontEnd.address());
            ClusterTls opened = fixed.isPresent() ? null : ClusterEncryption.open(cluster(name, values, addresses));
            tls = secret.with(opened);
            Supplier<String> encryption =
                    () -> fixed.isPresent() ? "none: no cluster" : ClusterEncryption.describe(cluster, opened);
            MetricsRegistry metrics = closing.add(FrontEndMetrics.of(frontEnd));
            metrics.accessLog(lines.log()::written, lines.log()::dropped);
            FrontEndStatusResponseBuilder report = new FrontEndStatusResponseBuilder(
                    name, frontEnd, readiness, transport.describe(), encryption, () -> adminAddress, () -> member);
            reload = new ConfigurationReloader(DispatchSettings.ALL, parts(), values, again);
            admin = closing.add(new AdminServerSetup(
                    values,
                    addresses.admin(),
                    transport,
                    new AdminApiHandler(
                            readiness,
                            metrics::scrape,
                            report::read,
                            () -> AdminServerSetup.answer(reload),
                            ExplainHandler.of(name, frontEnd),
                            new LogHandler(name, lines.log()),
                            null,
                            backends == null ? null : new BackendChangeHandler(backends, forwarding)),
                    0,
                    fixed.isPresent() ? ClusterMembers.none(name) : members(name, cluster, transport)));
            adminAddress = PortBinder.text(admin.address());
            if (fixed.isEmpty()) {
                ClusterMembership joined = closing.add(join(name, values, addresses, learning));
                member = joined;
                joined.exchange("gosling-assignments", frontEnd::takeAssignments, frontEnd::adoptAssignments);
            }
        } catch (BadConfigurationException | RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    /**
     * Starts a front-end. Returns when it answers, if with 503 while it knows no back-end.
     *
     * @throws CommandFailureException when a port is in use
     */
    public static RunningFrontEnd start(SettingValues values) throws BadConfigurationException {
        return start(values, () -> values);
    }

    public static RunningFrontEnd start(SettingValues values, ConfigurationSource again)
            throws BadConfigurationException {
        LoggingSetup.follow(values);
        OpenFileLimitCheck.warn(sockets(values));
        ListenAddresses addresses = addresses(values);
        RunningFrontEnd running = new RunningFrontEnd(
                values, addresses, ConfiguredAccessLog.open(values), TransportSetup.open(values), again);
        running.readiness.ready();
        return running;
    }

    /** The number of sockets: of clients, to back-ends, returned and handed-off ones, and of upgraded connections. */
    public static long sockets(SettingValues values) {
        boolean common = values.get(RelaySettings.PROXY_PROTOCOL) == ProxyProtocolVersion.OFF;
        int known = values.find(BackendSource.FIXED).map(List::size).orElse(1);
        long connections = values.get(HttpLimits.CONNECTIONS);
        int back = new HandoffSettings(values).comeBack() ? 1 : 0;
        boolean far = values.get(ForwardingSettings.FORWARDING) == ForwardingMode.HANDOFF;
        return connections * (1 + (common ? 1 : known) + back)
                + (far ? PacketSteering.MOST_FLOWS : 0)
                + values.get(TunnelSettings.MOST);
    }

    private HttpServer redirect(SettingValues values, ListenAddresses addresses, Transport transport) {
        return PortBinder.bind(
                CommonSettings.PORT,
                () -> HttpServer.start(
                        transport,
                        shared(values, https.redirecting(addresses.clients())),
                        new HttpLimits(values),
                        CachedDocumentLookup.none(),
                        new HttpsRedirect(https.redirectPort(frontEnd.address())),
                        CompletedResponseListener.none(),
                        lines.log(),
                        Ticker.system()));
    }

    /** The dispatcher's settings with what comes from the secret, such as the TLS of nodes on other hosts. */
    private FrontEndSettings knowing(@Nullable ClusterSecret shared, FrontEndSettings settings)
            throws BadConfigurationException {
        if (settings.get(ForwardingSettings.FORWARDING) != ForwardingMode.HANDOFF) {
            return new FrontEndSettings(settings.values(), null, ids(shared));
        }
        if (shared == null) {
            throw new BadConfigurationException(
                    "--secret-file: missing; expected with forwarding handoff the file of the nodes,"
                            + " which take clients' connections from nobody else");
        }
        ClusterPeer self = new ClusterPeer(NodeRole.FRONT_END.label(), "front-end");
        ClusterTls tls = closing.add(ClusterTls.of(shared.tlsSecrets(), self, List.of(), TlsProvider.JDK));
        return new FrontEndSettings(settings.values(), secret.with(tls), ids(shared));
    }

    /** The identifiers of back-ends, which all front-ends with a secret agree on. */
    static BackendIds ids(@Nullable ClusterSecret shared) {
        return shared == null
                ? BackendIds.OF_PROCESS
                : BackendIds.of(shared.tlsSecrets().getFirst());
    }

    private static List<ListenEndpoint> shared(SettingValues values, List<ListenEndpoint> endpoints) {
        boolean shared = values.get(DispatchSettings.SHARE_PORT);
        return endpoints.stream()
                .map(endpoint -> endpoint.withShared(shared && endpoint.address() instanceof InetSocketAddress))
                .toList();
    }

    private static String name(SettingValues values, InetSocketAddress address) {
        String host = NodeConfigurationConverter.hostName();
        String name = NodeConfigurationConverter.defaultName("front-end-" + host, address.getPort());
        return values.get(DispatchSettings.SHARE_PORT)
                ? name + "-" + ProcessHandle.current().pid()
                : name;
    }

    /** The addresses of the process; fixed back-ends need neither cluster address nor secret. */
    static ListenAddresses addresses(SettingValues values) throws BadConfigurationException {
        return ListenAddresses.of(joining(values), DispatchSettings.CLUSTER_PORT, DispatchSettings.JOIN);
    }

    public static SettingValues joining(SettingValues values) {
        return values.isGiven(BackendSource.FIXED)
                ? values.with(CommonSettings.CLUSTER_HOST, List.of("127.0.0.1"))
                : values;
    }

    private static ClusterSettings cluster(String name, SettingValues values, ListenAddresses addresses)
            throws BadConfigurationException {
        return ClusterSettings.of(name, NodeRole.FRONT_END, addresses.cluster(), addresses.secret())
                .joining(addresses.join())
                .of(NodeConfigurationConverter.timings(values).values());
    }

    private ClusterMembers members(String name, ClusterSettings cluster, Transport transport) {
        MemberClient opened = closing.add(MemberClient.open(cluster, tls, transport));
        nodes = opened;
        return new ClusterMembers(
                name,
                () -> {
                    ClusterMembership joined = member;
                    return joined == null ? List.of() : joined.book().others();
                },
                opened::send);
    }

    private ClusterMembership join(
            String name, SettingValues values, ListenAddresses addresses, PlacementRecovery learning)
            throws BadConfigurationException {
        ClusterSettings settings = cluster(name, values, addresses)
                .withAddresses(addresses.advertised(frontEnd.address()), addresses.advertised(admin.address()));
        MemberChangeLog log = new MemberChangeLog(name);
        return PortBinder.bind(
                DispatchSettings.CLUSTER_PORT,
                () -> ClusterMembership.start(settings, tls, nodes -> {
                    log.changed(nodes);
                    learning.changed(nodes, frontEnd::expect);
                    if (values.get(DispatchSettings.FRONT_ENDS) == 0) {
                        frontEnd.setFrontEnds(MemberBackends.frontEnds(nodes) + 1);
                    }
                }));
    }

    private void closeTls() {
        ClusterTls opened = tls;
        if (opened != null) {
            opened.close();
        }
    }

    /** Names are looked up again as long as the front-end runs, except where connections are handed off. */
    static List<Backend> named(List<WeightedAddress> servers, ForwardingMode forwarding)
            throws BadConfigurationException {
        boolean goes = forwarding == ForwardingMode.HANDOFF || forwarding == ForwardingMode.HANDOFF_LOCAL;
        List<Backend> backends = new ArrayList<>();
        for (WeightedAddress server : servers) {
            HostPort address = server.address();
            try {
                InetAddress host = InetAddress.getByName(address.host());
                InetSocketAddress at = goes
                        ? new InetSocketAddress(host, address.port())
                        : HostResolver.socket(address.host(), address.port());
                backends.add(new Backend(address.toString(), at, server.weight(), Backend.State.READY)
                        .withLabels(server.labels())
                        // only an address that is meaningful elsewhere
                        .withPublicUrl(
                                address.host().indexOf('%') >= 0 ? null : BackendPublicUrl.parse("http://" + address)));
            } catch (UnknownHostException e) {
                throw new BadConfigurationException(
                        "--backend: value \"" + address + "\"; expected a host that this machine can look up");
            }
        }
        return backends;
    }

    public int readyBackends() {
        return (int) frontEnd.status().backends().stream()
                .filter(backend -> backend.state().equals("ready"))
                .count();
    }

    private List<ReloadablePart> parts() {
        return List.of(
                ReloadablePart.check(NodeConfigurationConverter::timings),
                dispatching(),
                https.part(),
                LoggingSetup.part(),
                lines.part(),
                secret.part());
    }

    /** The settings and the back-ends of the configuration; what was changed since stays, and is reported. */
    private ReloadablePart dispatching() {
        ConfiguredBackends source = backends;
        List<String> news = new ArrayList<>();
        List<Setting<?>> fixed = source == null ? List.of() : List.of(BackendSource.FIXED);
        return new ReloadablePart(
                SettingDeclarations.inOrder(
                        List.of(FrontEndSettings.LIVE, List.of(NodeSitesSettings.TRUSTED_PROXIES), fixed)),
                values -> {
                    var settings = FrontEndConfigurationConverter.of(values);
                    List<Backend> read = source == null ? List.of() : fixed(values);
                    return () -> {
                        news.clear();
                        if (source == null) {
                            frontEnd.change(settings);
                        } else {
                            source.configure(read, all -> frontEnd.change(settings, all))
                                    .forEach(change -> news.add("reloaded: back-end "
                                            + BackendChangeHandler.describe(change) + ", as changed while running; the"
                                            + " configuration differs, and counts after a restart"));
                        }
                        lines.trustProxies(settings.get(RelaySettings.FORWARDED));
                        if (redirect != null) {
                            redirect.limit(settings.http());
                        }
                    };
                },
                () -> List.copyOf(news));
    }

    private static List<Backend> fixed(SettingValues values) throws BadConfigurationException {
        List<Backend> read =
                named(values.find(BackendSource.FIXED).orElse(List.of()), values.get(ForwardingSettings.FORWARDING));
        if (read.isEmpty()) {
            throw new BadConfigurationException("--backend: missing; this front-end joins a cluster only by a restart");
        }
        return read;
    }

    public void reload() {
        reload.run();
    }

    public void reopenLog() {
        lines.log().reopen();
    }

    public ReadyLine readyLine() {
        return ReadyLine.of(
                "http", redirect == null ? frontEnd.address() : redirect.address(),
                "https", https.secure(frontEnd.addresses()),
                "admin", admin.address(),
                "nodes", readyBackends());
    }

    /**
     * Stops accepting after a delay, and ends what has begun by a deadline after that. Blocks.
     *
     * @param delay for which connections are accepted, and closed after a response
     */
    public void drain(Duration delay, Duration deadline) throws InterruptedException {
        readiness.draining();
        ClusterMembership joined = member;
        if (joined != null) {
            joined.announceLeaving();
        }
        frontEnd.closeAfterAnswers();
        if (redirect != null) {
            redirect.closeAfterAnswers();
        }
        Thread.sleep(delay);
        if (redirect != null) {
            redirect.drain(deadline.compareTo(REDIRECTING) < 0 ? deadline : REDIRECTING);
        }
        frontEnd.drain(deadline);
    }

    @Override
    public void close() {
        closing.close();
    }
}
