package io.gosling.node.run;

import io.gosling.accesslog.AccessLog;
import io.gosling.command.CommandFailureException;
import io.gosling.common.OpenFileLimitCheck;
import io.gosling.common.ResourceStack;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ClusterEncryption;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.NodeProfile;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.memory.ServeWithoutLeasePolicy;
import io.gosling.gos.peer.MemberClient;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.gos.warm.WarmSettings;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.routing.HttpsRedirect;
import io.gosling.netty.handoff.HandoffSocketDirectory;
import io.gosling.netty.handoff.LocalHandoffListener;
import io.gosling.netty.handoff.RemoteHandoffListener;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.RefusalLog;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.node.admin.AdminApiHandler;
import io.gosling.node.admin.ClusterMembers;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.admin.Readiness;
import io.gosling.node.admin.ResponseCounters;
import io.gosling.node.configuration.ListenAddresses;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.configuration.NodeFrontEndConfigurationConverter;
import io.gosling.node.content.ServedContent;
import io.gosling.node.process.AdminServerSetup;
import io.gosling.node.process.ConfiguredAccessLog;
import io.gosling.node.process.FileNameEncodingCheck;
import io.gosling.node.process.HttpsSetup;
import io.gosling.node.process.LoggingSetup;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StartupMemoryCheck;
import io.gosling.node.process.TransportSetup;
import io.gosling.node.reload.ConfigurationReloader;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.node.settings.UnixAndProxySettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.ByteSizeFormat;
import io.gosling.settings.ConfigurationSource;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An assembled and running node, in these phases:
 *
 * <ol>
 *   <li>HTTP is bound and answers
 *   <li>the admin port is bound, and unless the node is alone ({@link NodeConfigurationConverter#isAlone}) the peer
 *   port and the cluster port; joining goes on in the background
 *   <li>draining: others are notified and take over what this node alone has in memory; connections are accepted for a
 *       while, then the listener is closed, and what has begun is ended
 *   <li>closed: the cluster is left and memory given back
 * </ol>
 *
 * <p>Started and ended by one thread.
 */
public final class RunningNode implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunningNode.class.getName());

    private final Transport transport;
    private final ResourceStack closing = new ResourceStack();
    private final Readiness readiness;
    private final ResponseCounters answers = new ResponseCounters();
    private final String name;
    private final SettingValues values;
    private final ConfiguredAccessLog lines;
    private final ObjectSpaceNode space;
    private final ReplicationSetup replicating;
    private final HttpsSetup https;
    private final PurgeMethodFilter purging;
    private final @Nullable ClientListeners clientListeners;
    private final @Nullable HttpServer redirect;
    private final AdminServerSetup admin;
    private final ClusterSecretReload secret;
    private final ConfigurationReloader reload;
    private volatile String adminAddress = "-";
    private final NodeDrain nodeDrain = new NodeDrain(new Leaving(), Ticker.system());
    private volatile Runnable whenDrained = () -> {};

    private RunningNode(
            SettingValues values,
            ObjectSpaceSettings settings,
            ListenAddresses addresses,
            ServedContent served,
            ConfiguredAccessLog lines,
            Transport transport,
            ConfigurationSource again)
            throws IOException, BadConfigurationException {
        this.values = values;
        this.lines = lines;
        this.transport = transport;
        this.name = settings.node();
        this.readiness = new Readiness(() -> served.files().obstacle());
        try {
            // Closed last: the event loops leave their last lines in it.
            closing.add(lines.log());
            closing.add(transport);
            trustProxies(values, values);
            https = closing.add(HttpsSetup.open(values));
            space = closing.add(new ObjectSpaceNode(
                    settings,
                    served.files(),
                    served.preparation(name),
                    served.purgeKeys(),
                    transport,
                    Ticker.system()));
            if (QuorumSettings.from(values) != null) {
                space.serveWhenVouchedFor();
                space.replies().withoutLease(values.get(ServeWithoutLeasePolicy.SETTING));
            }
            replicating = closing.add(ReplicationSetup.open(name, values, served, space, transport, answers));
            boolean alone = NodeConfigurationConverter.isAlone(values);
            ClusterSettings cluster = cluster(addresses, null, addresses.admin());
            secret = new ClusterSecretReload(values, addresses.secret(), !alone && !ClusterEncryption.isOn(cluster));
            ClusterTls tls = alone ? null : secret.with(space.encrypt(cluster));
            PurgeHandler purges = new PurgeHandler(space);
            purging = new PurgeMethodFilter(values, purges);
            clientListeners = values.get(NodeSettings.ROLE) == NodeRole.STORE ? null : open(addresses, served, tls);
            redirect = clientListeners == null || !https.redirects()
                    ? null
                    : closing.add(redirect(addresses, clientListeners));
            MetricsRegistry metrics = closing.add(
                    NodeMetrics.of(answers, space, values.get(CacheSettings.MEMORY), clientListeners, served));
            replicating.addTo(metrics);
            metrics.accessLog(lines.log()::written, lines.log()::dropped);
            reload = new ConfigurationReloader(NodeSettings.ALL, parts(served), values, again);
            String sockets = transport.describe();
            NodeStatusResponseBuilder status = new NodeStatusResponseBuilder(
                    name,
                    values,
                    space,
                    answers,
                    readiness,
                    clientListeners,
                    sockets,
                    served,
                    replicating,
                    () -> adminAddress);
            admin = closing.add(new AdminServerSetup(
                    values,
                    addresses.admin(),
                    transport,
                    new AdminApiHandler(
                            readiness,
                            metrics::scrape,
                            status::read,
                            () -> AdminServerSetup.answer(reload),
                            ExplainHandler.of(name, space, served, clientListeners),
                            new LogHandler(name, lines.log()),
                            new AdminApiHandler.Holder(
                                    space::emptyTable,
                                    purges.form(),
                                    DrainHandler.of(
                                            name,
                                            () -> nodeDrain.leave(
                                                    values.get(CommonSettings.DRAIN_DELAY),
                                                    values.get(WarmSettings.HAND_OVER),
                                                    () -> values.get(CommonSettings.DRAIN)),
                                            () -> whenDrained.run()),
                                    space.objectRequests()),
                            null),
                    NodeConfigurationConverter.repository(values).get(RepositorySettings.LARGEST),
                    members(cluster, tls)));
            space.answerAdminBy(admin.forMembers());
            adminAddress = PortBinder.text(admin.address());
            replicating.admin(addresses.advertised(admin.address()));
            space.onMembers(new MemberChangeLog(name)::changed);
            space.onMembers(replicating::met);
            if (!alone) {
                join(addresses);
            }
            ready();
        } catch (IOException | BadConfigurationException | RuntimeException e) {
            closing.close();
            throw e;
        }
    }

    /**
     * Starts a node. Returns when it answers.
     *
     * @throws CommandFailureException when a port is in use or the directory cannot be served
     */
    public static RunningNode start(SettingValues values) throws IOException, BadConfigurationException {
        return start(values, () -> values);
    }

    public static RunningNode start(SettingValues given, ConfigurationSource again)
            throws IOException, BadConfigurationException {
        ListenAddresses addresses = NodeConfigurationConverter.addresses(given);
        InetAddress own = addresses.cluster().getAddress();
        StartupMemoryCheck.Limits limits = StartupMemoryCheck.Limits.here();
        ConfigurationSource believing = () ->
                StartupMemoryCheck.fitted(NodeFrontEndConfigurationConverter.believing(again.read(), own), limits);
        SettingValues values =
                StartupMemoryCheck.fitted(NodeFrontEndConfigurationConverter.believing(given, own), limits);
        LoggingSetup.follow(values);
        FileNameEncodingCheck.warn();
        ObjectSpaceSettings settings =
                NodeConfigurationConverter.space(NodeConfigurationConverter.name(values), values);
        long hashed = NodeConfigurationConverter.hashLimit(values, settings.cache());
        NodeFrontEndConfigurationConverter.of(values);
        QuorumSettings.requireFile(values);
        ServedContent served = ServedContent.open(values, new DocumentRoot.Settings(settings.node(), hashed));
        StartupMemoryCheck.require(settings.cache(), limits);
        if (!values.isSame(CacheSettings.MEMORY, given)) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "memory is {0} here, less than the default of {1}, since this machine or container has {2}",
                    ByteSizeFormat.approximately(settings.cache().memoryBytes()),
                    ByteSizeFormat.approximately(given.get(CacheSettings.MEMORY)),
                    ByteSizeFormat.approximately(limits.machine()));
        }
        OpenFileLimitCheck.warn(sockets(values));
        ConfiguredAccessLog lines = ConfiguredAccessLog.open(values);
        return new RunningNode(values, settings, addresses, served, lines, TransportSetup.open(values), believing);
    }

    /** The number of sockets: of clients, of front-ends, and of connections that were handed off. */
    public static long sockets(SettingValues values) {
        boolean dispatches = values.get(NodeSettings.DISPATCH);
        boolean serves = dispatches || NodeConfigurationConverter.encrypts(values);
        boolean adopts = values.find(HandoffSettings.DIRECTORY).isPresent()
                || values.find(HandoffSettings.PORT).isPresent();
        long connections = values.get(HttpLimits.CONNECTIONS);
        return (dispatches ? RunningFrontEnd.sockets(values) : connections)
                + (serves ? connections : 0)
                + (adopts ? connections : 0);
    }

    private ClusterSettings cluster(
            ListenAddresses addresses, @Nullable InetSocketAddress clients, InetSocketAddress admin)
            throws BadConfigurationException {
        return NodeConfigurationConverter.cluster(name, values, addresses, clients, admin);
    }

    private ClusterMembers members(ClusterSettings cluster, @Nullable ClusterTls tls) throws BadConfigurationException {
        if (NodeConfigurationConverter.isAlone(values)) {
            return ClusterMembers.none(name);
        }
        MemberClient nodes = closing.add(MemberClient.open(cluster, tls, transport));
        return new ClusterMembers(name, space::members, nodes::send);
    }

    /** The endpoint for front-ends, and for the nodes that dispatch. */
    private ListenEndpoint forFrontEnds(ListenAddresses addresses, @Nullable ClusterTls tls) {
        InetSocketAddress address =
                new InetSocketAddress(addresses.cluster().getAddress(), values.get(NodeSettings.SERVING_PORT));
        ListenEndpoint endpoint = ListenEndpoint.plain(address)
                .withHttp2(new Http2Limits(values), values.get(Http2Limits.PRIOR_KNOWLEDGE));
        RefusalLog refusals = new RefusalLog(name, Ticker.system());
        return tls == null
                ? endpoint
                : endpoint.withCluster(new ListenEndpoint.Cluster(
                        tls,
                        true,
                        (from, why) -> refusals.refused(
                                ClientAddressAttribute.text(from),
                                why,
                                "refuses requests from " + PortBinder.text((InetSocketAddress) from) + ": " + why)));
    }

    private ClientListeners open(ListenAddresses addresses, ServedContent served, @Nullable ClusterTls tls)
            throws IOException, BadConfigurationException {
        FrontEndSettings dispatching = NodeFrontEndConfigurationConverter.of(values);
        ListenEndpoint forFrontEnds = forFrontEnds(addresses, tls);
        if (dispatching == null) {
            List<ListenEndpoint> endpoints = new ArrayList<>(https.endpoints(addresses.clients()));
            if (tls != null) {
                endpoints.add(forFrontEnds.withProxies(UnixAndProxySettings.proxies(values)));
            }
            HttpServer server = PortBinder.bindClients(https, () -> listen(endpoints, served, lines.log()));
            ClientListeners clientListeners = closing.add(new ClientListeners(server, tls != null));
            meetFrontEnds(server);
            meetOthers(server, addresses);
            return clientListeners;
        }
        // Requests of clients are logged where the clients connect.
        HttpServer server = closing.add(
                PortBinder.bind(NodeSettings.SERVING_PORT, () -> listen(List.of(forFrontEnds), served, null)));
        NodeProfile profile =
                NodeConfigurationConverter.profile(values).servingAt(tls == null ? null : server.address());
        return closing.add(PortBinder.bindClients(
                https,
                () -> ClientListeners.dispatching(
                        server,
                        new FrontEndSettings(dispatching.values(), null, RunningFrontEnd.ids(addresses.secret())),
                        https.endpoints(addresses.clients()),
                        transport,
                        lines.log(),
                        space,
                        profile,
                        tls,
                        values.get(DispatchSettings.FRONT_ENDS))));
    }

    private void meetFrontEnds(HttpServer server) {
        Optional<Path> directory = values.find(HandoffSettings.DIRECTORY);
        if (directory.isPresent()) {
            closing.add(PortBinder.bind(
                    HandoffSettings.DIRECTORY,
                    () -> new LocalHandoffListener(
                            transport,
                            HandoffSocketDirectory.open(directory.get()),
                            server.address(),
                            server.adoption(),
                            answers::meanFetched)));
        }
    }

    private void meetOthers(HttpServer server, ListenAddresses addresses) throws BadConfigurationException {
        Optional<Integer> port = values.find(HandoffSettings.PORT);
        ClusterSecret shared = addresses.secret();
        if (port.isPresent() && shared == null) {
            throw new BadConfigurationException("handoff.port: given without secret-file, so that anybody could bring"
                    + " connections; expected both or none");
        }
        if (port.isPresent() && shared != null) {
            ClusterPeer self = new ClusterPeer(values.get(NodeSettings.ROLE).label(), name);
            ClusterTls tls = closing.add(ClusterTls.of(shared.tlsSecrets(), self, List.of(), TlsProvider.JDK));
            secret.with(tls);
            closing.add(PortBinder.bind(
                    HandoffSettings.PORT,
                    () -> new RemoteHandoffListener(
                            transport,
                            new InetSocketAddress(server.address().getAddress(), port.get()),
                            server.address(),
                            server.adoption(),
                            tls,
                            Ticker.system())));
        }
    }

    private HttpServer listen(List<ListenEndpoint> endpoints, ServedContent served, @Nullable AccessLog log)
            throws IOException {
        Handler handler = served.handler(space, name, transport, closing);
        return HttpServer.start(
                transport,
                endpoints,
                ClientListeners.limitsOfServer(values, values.get(NodeSettings.DISPATCH)),
                replicating.around(served.openHot(space)),
                purging.around(replicating.around(handler)),
                answers,
                log,
                Ticker.system());
    }

    private void ready() {
        readiness.ready();
        if (clientListeners != null) {
            clientListeners.phaseChanged();
        }
    }

    private HttpServer redirect(ListenAddresses addresses, ClientListeners secure) {
        return PortBinder.bind(
                CommonSettings.PORT,
                () -> HttpServer.start(
                        transport,
                        https.redirecting(addresses.clients()),
                        new HttpLimits(values).behindFrontEnds(),
                        CachedDocumentLookup.none(),
                        new HttpsRedirect(https.redirectPort(secure.address())),
                        answers,
                        lines.log(),
                        Ticker.system()));
    }

    /** The address for front-ends: null while plain HTTP only redirects, and nothing else is served without TLS. */
    private @Nullable InetSocketAddress plainAddress() {
        if (clientListeners == null) {
            return null;
        }
        if (clientListeners.frontEnd() != null) {
            return clientListeners.serving();
        }
        return https.redirects() ? null : clientListeners.address();
    }

    private void join(ListenAddresses addresses) throws BadConfigurationException {
        InetSocketAddress plain = plainAddress();
        InetSocketAddress clients = plain == null ? null : addresses.advertised(plain);
        ClusterSettings joining = cluster(addresses, clients, addresses.advertised(admin.address()));
        ClientListeners serving = ClusterEncryption.isOn(joining) ? clientListeners : null;
        ClusterSettings cluster =
                joining.withProfile(joining.profile().servingAt(serving == null ? null : serving.serving()));
        PortBinder.bind(NodeSettings.PEER_PORT, CommonSettings.CLUSTER_PORT, () -> {
            space.join(cluster);
            return space;
        });
    }

    public ReadyLine readyLine() {
        ClientListeners clients = clientListeners;
        InetSocketAddress plain = redirect != null ? redirect.address() : clients == null ? null : clients.address();
        return ReadyLine.of(
                "name", name,
                "http", PortBinder.text(plain),
                "https", clients == null ? null : https.secure(clients.addresses()),
                "admin", admin.address(),
                "peer", PortBinder.text(space.peerAddress()),
                "cluster", PortBinder.text(space.clusterAddress()),
                "serving", clients == null ? null : clients.serving());
    }

    private List<ReloadablePart> parts(ServedContent served) {
        ReloadablePart site = new ReloadablePart(served.live(), read -> served.replacement(read, space, name));
        boolean trusted = site.settings().contains(NodeSitesSettings.TRUSTED_PROXIES);
        return List.of(
                ReloadablePart.check(read -> NodeConfigurationConverter.space(name, read)),
                ReloadablePart.check(NodeConfigurationConverter::timings),
                new ReloadablePart(
                        values.get(NodeSettings.DISPATCH) ? FrontEndSettings.LIVE : HttpLimits.ALL,
                        read -> limit(read, trusted ? read : values)),
                https.part(),
                site,
                purging.part(values, site),
                LoggingSetup.part(),
                lines.part(),
                replicating.part(values),
                secret.part());
    }

    private Runnable limit(SettingValues read, SettingValues trusting) throws BadConfigurationException {
        HttpLimits limits = new HttpLimits(read).behindFrontEnds();
        Runnable change = clientListeners == null ? () -> {} : clientListeners.change(read, trusting);
        return () -> {
            change.run();
            trustProxies(read, trusting);
            if (redirect != null) {
                redirect.limit(limits);
            }
        };
    }

    /** Lets the access log name the clients that access rules see. */
    private void trustProxies(SettingValues read, SettingValues trusting) {
        List<AddressBlock> proxies = read.get(NodeSettings.DISPATCH)
                ? trusting.find(NodeSitesSettings.TRUSTED_PROXIES).orElse(List.of())
                : NodeSitesSettings.believed(trusting);
        boolean given = read.isGiven(RelaySettings.FORWARDED);
        lines.trustProxies(
                given ? read.get(RelaySettings.FORWARDED) : NodeFrontEndConfigurationConverter.trusting(proxies));
    }

    public void reload() {
        reload.run();
    }

    public void reopenLog() {
        lines.log().reopen();
    }

    /** Sets the action that ends the process once the node was drained by its admin port. */
    public void whenDrained(Runnable end) {
        whenDrained = end;
    }

    /**
     * Drains within the drain time of requests, of which transferring objects takes half at most, and the time for
     * which connections are still accepted.
     */
    public void drain() throws InterruptedException {
        nodeDrain.leaveWithin(
                values.get(CommonSettings.DRAIN_DELAY),
                values.get(CommonSettings.DRAIN),
                values.get(WarmSettings.HAND_OVER));
    }

    /** The steps of this node's leaving. */
    private final class Leaving implements NodeDrain.Steps {
        @Override
        public void announce() {
            readiness.draining();
            space.announceLeaving();
            if (clientListeners != null) {
                clientListeners.phaseChanged();
                clientListeners.closeAfterAnswers();
            }
            if (redirect != null) {
                redirect.closeAfterAnswers();
            }
        }

        @Override
        public void keepAccepting(Duration rest) throws InterruptedException {
            Thread.sleep(rest);
        }

        @Override
        public DrainTransferReport handOver(Duration within) throws InterruptedException {
            DrainTransferReport report = space.handOver(within);
            say(report);
            return report;
        }

        @Override
        public void endRequests(Duration within) {
            if (redirect != null) {
                redirect.close();
            }
            if (clientListeners != null) {
                clientListeners.drain(within);
            }
        }

        @Override
        public void leave() {
            space.leave();
        }
    }

    private void say(DrainTransferReport report) {
        if (!report.to().isEmpty()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} held {1} objects: {2} that others had, {3} handed over to {4}, {5} there already, {6} not"
                            + " worth a place there, {7} to be fetched again when requested",
                    name,
                    report.objects(),
                    report.elsewhere(),
                    report.moved().kept(),
                    String.join(", ", report.to()),
                    report.moved().held(),
                    report.moved().refused(),
                    report.moved().missed());
        }
    }

    @Override
    public void close() {
        closing.close();
    }
}
